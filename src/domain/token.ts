/** MAIL 1.3, Security: the rights of a token. `agent` is another swarm; `user` and `admin` are people. */
export const tokenRoles = ['admin', 'user', 'agent'] as const
export type TokenRole = (typeof tokenRoles)[number]

/** A token without its secret. Times are milliseconds since 1970. */
export type Token = {
  readonly id: string
  readonly role: TokenRole
  /** The owner: a person's address or a swarm's name. */
  readonly identity: string
  readonly createdAt: number
  readonly revokedAt: number | null
}
