import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { mostUnfolded, mostUnindexed } from '../../store/postgres/database/opening.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { enroll, send } from './fixture.ts'

/** A program that carries out one command. */
await withPostgres((server) => {
  let address: string
  let other: MailStore
  let alone: MailStore
  let client: pg.Client

  beforeEach(async () => {
    address = await server.fresh()
    other = await openPostgresStore(address, { create: false })
    await enroll(other, 'writer', 'reader')
    client = new pg.Client({ connectionString: address, options: '-c search_path=watchpost' })
    await client.connect()
  })
  afterEach(async () => {
    await client.end()
    for (const one of [other, alone]) await one.close()
  })

  async function openAlone(): Promise<void> {
    alone = await openPostgresStore(address, { create: false, isAlone: true })
  }

  async function numberIn(sql: string): Promise<number> {
    const { rows } = await client.query<{ found: number }>(`SELECT count(*)::int AS found FROM ${sql}`)
    return rows[0]?.found ?? Number.NaN
  }

  const indexed = () => numberIn('words')
  const young = () => numberIn('unread_parts WHERE shard >= 16')

  it.each([
    { what: 'few lack', before: 0, own: 1, after: 0 },
    { what: 'many lacked as it began', before: mostUnindexed, own: 0, after: mostUnindexed },
    { what: 'it stored many itself', before: 0, own: mostUnindexed, after: mostUnindexed },
  ])('PostgreSQL: a command indexes $after messages where $what', async ({ before, own, after }) => {
    for (let count = 0; count < before; count += 1) await send(other)
    await openAlone()
    for (let count = 0; count < own; count += 1) await send(alone)
    await alone.live.tidy(1_000)
    expect(await indexed()).toBe(after)
  })

  it.each([
    { what: 'many old parts', many: mostUnfolded, left: 0 },
    { what: 'few', many: mostUnfolded - 1, left: mostUnfolded - 1 },
  ])('PostgreSQL: a command adds counters up where there are $what', async ({ many, left }) => {
    // Counted ten minutes ago.
    await client.query(
      `INSERT INTO unread_parts(agent_id, priority, shard, lasting)
SELECT 1000 + n, 0, 16 * ((count_minute() + 1990) % 2000 + 1), 1 FROM generate_series(1, $1::int) n`,
      [many],
    )
    await openAlone()
    await alone.live.tidy(1_000)
    expect(await young()).toBe(left)
  })

  it('PostgreSQL: a command gets each fact as it was found, then as it is', async () => {
    await other.facts.remember('upkeep', 'a')
    await openAlone()
    await other.facts.remember('upkeep', 'b')
    expect([await alone.facts.remembered('upkeep'), await alone.facts.remembered('upkeep')]).toEqual([
      'a',
      'b',
    ])
  })

  it('PostgreSQL: a command gets a fact as it changed it itself', async () => {
    await openAlone()
    await alone.facts.remember('upkeep', 'c')
    expect(await alone.facts.remembered('upkeep')).toBe('c')
    expect(await alone.facts.isForTests()).toBe(false)
  })
})
