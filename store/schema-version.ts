/** The version of a store's tables, on either engine. Raised with every change of them; each engine has its own way up to it. */
export const schemaVersion = 35
