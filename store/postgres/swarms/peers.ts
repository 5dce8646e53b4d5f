import type { JsonObject } from '../../../src/domain/json.ts'
import type { Peer } from '../../../src/domain/peer.ts'
import type { PeerStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { changeRoster, raiseRosterVersion } from '../database/facts.ts'

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

/** Which swarms are known says where mail can go, so the roster's version covers them. */
export function openPeers(connection: Connection): PeerStore {
  return {
    async find(name) {
      const sql = `SELECT ${columns} FROM peers WHERE name = ?`
      const row = (await connection.statement(sql).get(name)) as Row | undefined
      return row === undefined ? null : peerOf(row)
    },
    async list() {
      const sql = `SELECT ${columns} FROM peers ORDER BY name`
      return ((await connection.statement(sql).all()) as Row[]).map(peerOf)
    },
    async put(peer) {
      const sql = `INSERT INTO peers(${columns}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT(name) DO UPDATE SET (${columns}) = ROW(${excluded})`
      await changeRoster(connection, async () => {
        await connection.statement(sql).run(rowOf(peer))
        await raiseRosterVersion(connection)
      })
    },
    async remove(name) {
      return changeRoster(connection, async () => {
        const { changes } = await connection.statement('DELETE FROM peers WHERE name = ?').run(name)
        if (changes > 0) await raiseRosterVersion(connection)
        return changes > 0
      })
    },
    async saw(name, active, at) {
      const sql = active
        ? 'UPDATE peers SET active = 1, last_seen = ? WHERE name = ?'
        : 'UPDATE peers SET active = 0 WHERE ? > 0 AND name = ?'
      await connection.write(
        async () => connection.statement(sql).run(at, name),
        () => false,
      )
    },
    async forgetVolatile() {
      return changeRoster(connection, async () => {
        const { changes } = await connection.statement('DELETE FROM peers WHERE volatile = 1').run()
        if (changes > 0) await raiseRosterVersion(connection)
        return changes
      })
    },
  }
}

function rowOf(peer: Peer): readonly unknown[] {
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
