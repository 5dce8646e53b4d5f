/** Where the reference's own shape of `GET /` is answered: the base URL for servers that crash on the other. */
export const compatiblePrefix = '/compat/mail-1.3.6'
