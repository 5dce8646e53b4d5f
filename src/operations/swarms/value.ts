import type { Peer } from '../../domain/peer.ts'
import { iso } from '../values.ts'
import type { PeerValue } from './schema.ts'

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
