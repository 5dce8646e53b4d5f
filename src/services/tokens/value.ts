import type { Token } from '../../domain/token.ts'
import type { TokenValue } from '../../values/tokens-schema.ts'
import { iso } from '../values.ts'

export function tokenValue({ id, role, identity, createdAt, revokedAt }: Token): TokenValue {
  return { key: id, role, id: identity, createdAt: iso(createdAt), revokedAt: iso(revokedAt) }
}
