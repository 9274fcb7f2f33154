// Which engine answers the requests of the page. The build without a server replaces this file.

/** @type {"server" | "worker"} */
export const ENGINE = "server";
