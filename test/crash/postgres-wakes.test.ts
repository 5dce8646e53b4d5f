import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { act, enroll, post, send } from '../store/fixture.ts'
import { hear, withoutPoll } from '../support/listeners.ts'
import { withOwnPostgres } from '../support/postgres.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const random = generator(20_261_124)
const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds))

/** Each commit takes a moment, so that it often falls between the clearing of a bell and the look after it. */
const slowCommitSql = `CREATE FUNCTION watchpost.linger() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_sleep(random() * 0.003); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON watchpost.messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION watchpost.linger()`
/** As behind a pooler that hands no notices on. */
const deafSql = `CREATE OR REPLACE FUNCTION watchpost.ring_machines() RETURNS void LANGUAGE sql AS
$$ UPDATE watchpost.machines SET rung = TRUE WHERE NOT rung $$`

await withOwnPostgres(['max_connections=60'], (server) => {
  let waiter: MailStore
  let senders: readonly MailStore[]

  beforeAll(async () => {
    waiter = await openPostgresStore(server.address, { create: true })
    await enroll(waiter, 'writer', 'reader', 'other')
    const open = () => openPostgresStore(server.address, { create: false })
    senders = [await open(), await open()]
  })
  afterAll(async () => {
    for (const one of [waiter, ...senders]) await one.close()
  })

  async function ask(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.address })
    await client.connect()
    await client.query(sql)
    await client.end()
  }

  const rounds = scaled(250, 10_000)
  it(
    proof('PostgreSQL: mail that is stored as its reader falls asleep wakes it, without the poll', rounds),
    async () => {
      await ask(slowCommitSql)
      const [first, second] = senders as [MailStore, MailStore]
      await withoutPoll(async () => {
        for (let round = 0; round < rounds; round += 1) {
          const heard = hear(waiter, 'reader')
          // Other mail rings the bell meanwhile.
          const beside = pause(random() * 4).then(() => second.messages.deliver(post({ to: ['other'] })))
          await pause(random() * 8)
          const id = await send(first)
          expect(await heard).toEqual([id])
          await act(first, 'reader', 'archive', id)
          await beside
        }
      })
    },
    scaled(60_000, 1_800_000),
  )

  const deaf = scaled(1, 20)
  it(proof('PostgreSQL: mail is found by the poll where no notice arrives', deaf), async () => {
    await ask(deafSql)
    const listener = await openPostgresStore(server.address, { create: false })
    for (let round = 0; round < deaf; round += 1) {
      const heard = hear(listener, 'reader')
      await pause(random() * 500)
      const id = await send(senders[0] as MailStore)
      expect(await heard).toEqual([id])
      await act(listener, 'reader', 'archive', id)
    }
    await listener.close()
  })
})
