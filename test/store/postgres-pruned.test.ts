import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Context } from '../../src/services/context.ts'
import { pruneChannels } from '../../src/services/upkeep/acts/retention.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { askServer } from '../support/postgres-server.ts'
import { enroll, hour, type Opened, openings, send, start } from './fixture.ts'

const posts = 330

/** Which transaction removed a post, by the server itself. */
const watching = `SET search_path = watchpost;
CREATE TABLE removed(xact XID8 NOT NULL DEFAULT pg_current_xact_id());
CREATE FUNCTION note_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO watchpost.removed DEFAULT VALUES; RETURN NULL; END $$;
CREATE TRIGGER note_removed AFTER DELETE ON posts FOR EACH ROW EXECUTE FUNCTION note_removed()`

const countSql =
  'SELECT count(*)::int AS removed FROM watchpost.removed GROUP BY xact ORDER BY min(xact::text::bigint)'

await withPostgres((server) => {
  let address: string
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    address = await server.fresh()
    opened = await openings(
      () => openPostgresStore(address, { create: false }),
      () => server.recycle(address),
    )
    store = opened.store
    await enroll(store, 'writer', 'reader')
    await store.channels.create({ name: 'c', retainCount: null, retainHours: null }, start)
    for (let at = 0; at < posts; at += 1) await post(start)
    await askServer(address, watching)
  })
  afterEach(async () => {
    await askServer(address, 'DROP TABLE watchpost.removed; DROP FUNCTION watchpost.note_removed() CASCADE')
    await opened.close()
  })

  const post = (sentAt: number) => send(store, { to: [], channels: ['c'], sentAt })
  const context = () => ({ store, now: () => start + 2 * hour }) as unknown as Context

  it.each([
    ['a new retention', 5, () => store.channels.retain('c', { retainCount: 5, retainHours: null }, start)],
    [
      'a patrol',
      0,
      async () => {
        await store.channels.retain('c', { retainCount: null, retainHours: 1 }, start)
        await pruneChannels({ context: context(), rehearsal: false })
      },
    ],
  ])('%s removes posts in transactions that are short', async (_, kept, remove) => {
    await remove()
    expect((await store.channels.find('c'))?.posts).toBe(kept)
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    const { rows } = await client.query<{ removed: number }>(countSql)
    await client.end()
    expect(rows.map(({ removed }) => removed)).toEqual([100, 100, 100, posts - 300 - kept])
  })
})
