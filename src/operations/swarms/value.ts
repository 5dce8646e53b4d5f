import type { JsonObject } from '../../domain/json.ts'
import type { Peer } from '../../domain/peer.ts'
import { iso } from '../values.ts'

export type PeerValue = {
  readonly name: string
  readonly url: string
  readonly version: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly public: boolean
  readonly volatile: boolean
  /** The environment variable that its token is read from. */
  readonly secret: string | null
  readonly active: boolean
  readonly lastSeen: string
  readonly metadata: JsonObject | null
}

export function peerValue(peer: Peer): PeerValue {
  return {
    name: peer.name,
    url: peer.baseUrl,
    version: peer.version,
    description: peer.description,
    keywords: peer.keywords,
    public: peer.public,
    volatile: peer.volatile,
    secret: peer.secret,
    active: peer.active,
    lastSeen: iso(peer.lastSeen),
    metadata: peer.metadata,
  }
}
