/** A read-only screen's answer to a command that changes anything. */
export const onlyLooks = 'This screen is read-only: it was opened with --read-only.'
