export function exportDialog() {}
