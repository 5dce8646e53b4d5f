import type { JsonObject } from '../../../src/domain/json.ts'
import type { Peer } from '../../../src/domain/peer.ts'
import type { PeerStore } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { raiseRosterVersion } from '../facts.ts'
import { peers } from '../tables/swarms.ts'
import { cellsOf, columnsBut, type Row, upsertSql } from '../tables/table.ts'
import type { Work, Working } from '../work.ts'

const names = columnsBut(peers)
const columns = names.join(', ')
const putSql = upsertSql(peers, names)
type PeerRow = Row<typeof peers>

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
      const row = yield* connection.row<PeerRow>(`SELECT ${columns} FROM peers WHERE name = ?`, name)
      return row === undefined ? null : peerOf(row)
    },
    *list() {
      return (yield* connection.rows<PeerRow>(`SELECT ${columns} FROM peers ORDER BY name`)).map(peerOf)
    },
    *put(peer) {
      yield* changed((tx) => tx.run(putSql, ...cellsOf(names, rowOf(peer))))
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

function rowOf(peer: Peer): PeerRow {
  return {
    name: peer.name,
    base_url: peer.baseUrl,
    version: peer.version,
    description: peer.description,
    keywords: JSON.stringify(peer.keywords),
    metadata: peer.metadata === null ? null : JSON.stringify(peer.metadata),
    public: Number(peer.public),
    volatile: Number(peer.volatile),
    secret: peer.secret,
    active: Number(peer.active),
    last_seen: peer.lastSeen,
    registered_at: peer.registeredAt,
  }
}

function peerOf(row: PeerRow): Peer {
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
