import type { JsonObject } from '../../../src/domain/json.ts'
import type { Peer } from '../../../src/domain/peer.ts'
import type { PeerStore } from '../../mail-store.ts'
import type { Connection, Tx, Value } from '../connection.ts'
import { raiseRosterVersion } from '../facts.ts'
import type { Work, Working } from '../work.ts'

type Row = {
  readonly name: string
  readonly base_url: string
  readonly version: string
  readonly description: string
  readonly keywords: string
  readonly metadata: string | null
  readonly public: number
  readonly volatile: number
  readonly secret: string | null
  readonly active: number
  readonly last_seen: number
  readonly registered_at: number
}

const columns =
  'name, base_url, version, description, keywords, metadata, public, volatile, secret, active, last_seen, registered_at'

const excluded = columns.replace(/\w+/gu, 'excluded.$&')
const putSql = `INSERT INTO peers(${columns}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT(name) DO UPDATE SET (${columns}) = (SELECT ${excluded})`

/** Which swarms are known says where mail can go, so the roster's version covers them. */
export function openPeers(connection: Connection): Working<PeerStore> {
  const { engine } = connection

  /** Changes peers, and answers how many. */
  function changed(change: (tx: Tx) => Work<number>): Work<number> {
    return connection.write(function* (tx) {
      yield* engine.lockRoster(tx)
      const changes = yield* change(tx)
      if (changes > 0) yield* raiseRosterVersion(tx)
      return changes
    })
  }

  return {
    *find(name) {
      const row = yield* connection.row<Row>(`SELECT ${columns} FROM peers WHERE name = ?`, name)
      return row === undefined ? null : peerOf(row)
    },
    *list() {
      return (yield* connection.rows<Row>(`SELECT ${columns} FROM peers ORDER BY name`)).map(peerOf)
    },
    *put(peer) {
      yield* changed((tx) => tx.run(putSql, ...rowOf(peer)))
    },
    *remove(name) {
      return (yield* changed((tx) => tx.run('DELETE FROM peers WHERE name = ?', name))) > 0
    },
    *saw(name, active, at) {
      const sql = active
        ? 'UPDATE peers SET active = 1, last_seen = ? WHERE name = ?'
        : 'UPDATE peers SET active = 0 WHERE ? > 0 AND name = ?'
      yield* connection.write(
        (tx) => tx.run(sql, at, name),
        () => false,
      )
    },
    forgetVolatile: () => changed((tx) => tx.run('DELETE FROM peers WHERE volatile = 1')),
  }
}

function rowOf(peer: Peer): readonly Value[] {
  return [
    peer.name,
    peer.baseUrl,
    peer.version,
    peer.description,
    JSON.stringify(peer.keywords),
    peer.metadata === null ? null : JSON.stringify(peer.metadata),
    Number(peer.public),
    Number(peer.volatile),
    peer.secret,
    Number(peer.active),
    peer.lastSeen,
    peer.registeredAt,
  ]
}

function peerOf(row: Row): Peer {
  return {
    name: row.name,
    baseUrl: row.base_url,
    version: row.version,
    description: row.description,
    keywords: JSON.parse(row.keywords) as readonly string[],
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as JsonObject),
    public: row.public === 1,
    volatile: row.volatile === 1,
    secret: row.secret,
    active: row.active === 1,
    lastSeen: row.last_seen,
    registeredAt: row.registered_at,
  }
}
