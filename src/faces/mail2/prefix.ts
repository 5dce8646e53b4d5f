/** Where mailboxes are on the server. Its root speaks MAIL 1.3, which has `/`, `/health` and `/swarms` of other shapes. */
export const prefix = '/mail/2'
