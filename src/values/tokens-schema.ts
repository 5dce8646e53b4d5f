import * as z from 'zod/mini'
import { tokenRoles } from '../domain/token.ts'
import { time, type Value } from './schema-parts.ts'

export const token = z.object({
  /** What `token revoke` takes. */
  key: z.string(),
  role: z.enum(tokenRoles),
  /** The person or swarm that it belongs to, as MAIL names it. */
  id: z.string(),
  createdAt: time,
  revokedAt: z.nullable(time),
})
export type TokenValue = Value<typeof token>
export const tokens = z.object({ tokens: z.array(token) })

export const createdToken = z.object({
  token: z.string(),
  role: z.enum(tokenRoles),
  id: z.string(),
  key: z.string(),
})
