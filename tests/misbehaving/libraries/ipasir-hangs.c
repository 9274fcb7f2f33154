/* Never answers, but asks whether to stop. */
#include <stddef.h>
static void *data_;
static int (*stop_)(void *);
const char *ipasir_signature(void) { return NULL; }
void *ipasir_init(void) { static int solver; return &solver; }
void ipasir_release(void *solver) { (void)solver; }
void ipasir_add(void *solver, int literal) { (void)solver; (void)literal; }
int ipasir_solve(void *solver) { (void)solver; while (!stop_(data_)); return 0; }
int ipasir_val(void *solver, int literal) { (void)solver; (void)literal; return 0; }
void ipasir_set_terminate(void *solver, void *data, int (*stop)(void *)) {
    (void)solver; data_ = data; stop_ = stop;
}
