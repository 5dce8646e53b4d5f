import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { act, enroll, post, send } from '../store/fixture.ts'
import { hear, withoutPoll } from '../support/listeners.ts'
import { withOwnPostgres } from '../support/postgres.ts'
import { generator, proof, proofPatience, scaled } from '../support/scale.ts'

const random = generator(20_261_124)
const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds))

/** Each commit takes a moment, so that it often falls between the clearing of a bell and the look after it; the clearing, too. */
const slowCommitSql = `CREATE OR REPLACE FUNCTION watchpost.linger() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_sleep(random() * 0.003); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON watchpost.messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION watchpost.linger();
CREATE CONSTRAINT TRIGGER linger AFTER UPDATE ON watchpost.machines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NOT NEW.rung) EXECUTE FUNCTION watchpost.linger()`
/** As behind a pooler that hands no notices on. */
const deafSql = `CREATE OR REPLACE FUNCTION watchpost.ring_machines(changed BIGINT[] DEFAULT NULL) RETURNS void LANGUAGE sql AS
$$ UPDATE watchpost.machines SET rung = TRUE WHERE NOT rung $$`

await withOwnPostgres(['max_connections=60'], (server) => {
  let waiter: MailStore
  let senders: readonly MailStore[]

  beforeAll(async () => {
    waiter = await openPostgresStore(server.address, { create: true })
    await enroll(waiter, 'writer', 'reader', 'other', 'nobody-writes', 'cut-off')
    await ask(slowCommitSql)
    const open = () => openPostgresStore(server.address, { create: false })
    senders = [await open(), await open()]
  })
  afterAll(async () => {
    for (const one of [waiter, ...senders]) await one.close()
  })

  async function ask(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: server.address })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  const rounds = scaled(250, 10_000)
  it(
    proof('PostgreSQL: mail that is stored as its reader falls asleep wakes it, without the poll', rounds),
    async () => {
      const [first, second] = senders as [MailStore, MailStore]
      const { signal: never } = new AbortController()
      await withoutPoll(async () => {
        waiter.live.mail('other', never).catch(() => undefined)
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
    proofPatience(1_800_000),
  )

  const joining = scaled(60, 1_000)
  it(
    proof('PostgreSQL: mail that is stored as a program begins to wait for its agent too wakes it', joining),
    async () => {
      const names = Array.from({ length: joining }, (_, at) => `agent-${at}`)
      await enroll(waiter, ...names)
      const program = await openPostgresStore(server.address, { create: false })
      await withoutPoll(async () => {
        void hear(program, 'nobody-writes').catch(() => undefined)
        for (const name of names) {
          const sent = pause(random() * 5).then(() => send(senders[0] as MailStore, { to: [name] }))
          await pause(random() * 8)
          expect(await hear(program, name)).toEqual([await sent])
        }
      })
      await program.close()
    },
    proofPatience(600_000),
  )

  it('PostgreSQL: a program whose line to hear was cut is woken all the same', async () => {
    const program = await openPostgresStore(server.address, { create: false })
    await withoutPoll(async () => {
      const heard = hear(program, 'cut-off')
      await expect.poll(() => ask('SELECT 1 FROM watchpost.machines WHERE NOT rung')).not.toEqual([])
      await ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_current_xact_id%' AND pid <> pg_backend_pid()",
      )
      await pause(300)
      const id = await send(senders[0] as MailStore, { to: ['cut-off'] })
      expect(await heard).toEqual([id])
    })
    await program.close()
  })

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
