import { tokenRoles } from '../../domain/token.ts'
import {
  list,
  moment,
  momentOrNull,
  object,
  objectOrNull,
  oneOf,
  text,
  textOrNull,
  yes,
} from '../schema-parts.ts'

export const peer = object({
  name: text,
  url: text,
  version: text,
  description: text,
  keywords: list(text),
  public: yes,
  volatile: yes,
  secret: textOrNull,
  active: yes,
  lastSeen: moment,
  metadata: objectOrNull,
})

export const token = object({
  key: text,
  role: oneOf(tokenRoles),
  id: text,
  createdAt: moment,
  revokedAt: momentOrNull,
})
