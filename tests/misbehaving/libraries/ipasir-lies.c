/* Calls everything satisfiable, by all variables false, and prints on standard output. */
#include <stdio.h>
const char *ipasir_signature(void) { return "liar-1"; }
void *ipasir_init(void) { static int solver; return &solver; }
void ipasir_release(void *solver) { (void)solver; }
void ipasir_add(void *solver, int literal) { (void)solver; (void)literal; }
int ipasir_solve(void *solver) { (void)solver; puts("this is no solution"); return 10; }
int ipasir_val(void *solver, int literal) { (void)solver; return -literal; }
void ipasir_set_terminate(void *solver, void *data, int (*stop)(void *)) {
    (void)solver; (void)data; (void)stop;
}
