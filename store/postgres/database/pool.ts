import type { CustomTypesConfig, Pool } from 'pg'
import { given } from './text.ts'

/** More waits for a free one: a machine's programs share the server with those of all others. */
const mostConnections = 6
const patience = 30_000
const [boolean, bigint, text, numeric] = [16, 20, 25, 1700]

/** A pool of connections to a server, and its name without the password. Nothing is connected before it is used. */
export async function openPool(address: string): Promise<{ readonly pool: Pool; readonly location: string }> {
  const { default: pg } = await import('pg')
  const types: CustomTypesConfig = {
    getTypeParser(type: number, format?: 'text' | 'binary') {
      if (type === boolean) return (value: string) => Number(value === 't')
      if (type === bigint || type === numeric) return Number
      if (type === text) return given
      return pg.types.getTypeParser(type, format as 'text')
    },
  } as CustomTypesConfig
  const pool = new pg.Pool({
    connectionString: address,
    max: mostConnections,
    connectionTimeoutMillis: patience,
    allowExitOnIdle: true,
    application_name: 'watchpost',
    options: '-c search_path=watchpost -c timezone=UTC -c idle_in_transaction_session_timeout=5000',
    types,
  })
  // The server ended a connection: what runs on it is told, and the next call opens another one.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { pool, location: withoutPassword(address) }
}

function withoutPassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^/:@]*):[^/@]*@/u, '$1@').replace(/([?&]password=)[^&]*/u, '$1…')
}
