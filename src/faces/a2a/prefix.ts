/** Where JSON-RPC is called. */
export const prefix = '/a2a'
