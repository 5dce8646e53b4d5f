import type { Token, TokenRole } from '../../domain/token.ts'
import { iso } from '../values.ts'

/** `id` is whom a token stands for, as MAIL calls it; `key` is what it is revoked by. */
export type TokenValue = {
  readonly key: string
  readonly role: TokenRole
  readonly id: string
  readonly createdAt: string
  readonly revokedAt: string | null
}

export function tokenValue({ id, role, identity, createdAt, revokedAt }: Token): TokenValue {
  return { key: id, role, id: identity, createdAt: iso(createdAt), revokedAt: iso(revokedAt) }
}
