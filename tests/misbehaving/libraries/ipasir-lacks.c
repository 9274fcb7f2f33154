/* A library that offers something else. */
const char *ipasir_signature(void) { return "half-1"; }
