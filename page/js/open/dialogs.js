export function openDialogs() {}
