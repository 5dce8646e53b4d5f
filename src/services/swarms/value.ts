import type { Backlog } from '../../../store/mail-store.ts'
import type { LostMail } from '../../domain/lost-peers.ts'
import type { Peer } from '../../domain/peer.ts'
import type { PeerValue } from '../../values/swarms-schema.ts'
import { iso } from '../values.ts'

/** @param backlog what waits for it @param lost what was given up; nothing where these are not given */
export function peerValue(peer: Peer, backlog?: Backlog, lost?: LostMail): PeerValue {
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
    waiting: backlog?.copies ?? 0,
    waitingSince: backlog === undefined ? null : iso(backlog.since),
    problem: backlog?.problem ?? lost?.problem ?? null,
    givenUp: lost?.copies ?? 0,
    givenUpSince: lost === undefined ? null : iso(lost.since),
  }
}
