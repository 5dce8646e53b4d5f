import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { idMask } from '../../src/domain/priority.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { examineServer } from '../../store/postgres/doctor/doctor.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { askServer, connected } from '../support/postgres-server.ts'
import { describeStore } from './conformance.ts'
import { act, enroll, hour, openings, send, start } from './fixture.ts'

const messageColumns =
  'id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body'

/** The same with these parts in place of its own. */
function withParts<T extends object>(whole: T, parts: Partial<T>): T {
  return Object.create(whole, Object.getOwnPropertyDescriptors(parts)) as T
}

await withPostgres((server) => {
  const member = `member_${process.pid}`
  const makeMember = `DO $$ BEGIN CREATE ROLE ${member} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`
  const asMember = (address: string): string => {
    const url = new URL(address)
    url.username = member
    return url.href
  }

  /**
   * The store as a login that was admitted has it, by an address that names a pooler where there is none: what is set for each
   * transaction must be all that a statement needs. What is its owner's alone is as the owner has it.
   */
  describeStore('PostgreSQL, as a login that was admitted, by an address that names a pooler', async () => {
    const address = await server.fresh()
    await askServer(address, `${makeMember} SELECT watchpost.admit('${member}')`)
    const owner = await openPostgresStore(address, { create: false })
    const open = async () => {
      const theirs = await openPostgresStore(`${asMember(address)}&pooler=transaction`, { create: false })
      return withParts(theirs, {
        facts: withParts(theirs.facts, { setSwarm: owner.facts.setSwarm }),
        upkeep: withParts(theirs.upkeep, { chill: owner.upkeep.chill }),
        tokens: owner.tokens,
        peers: owner.peers,
      })
    }
    return openings(open, async () => {
      await owner.close()
      server.recycle(address)
    })
  })

  describe('a login of the database', () => {
    let address: string
    let owner: MailStore
    let unread: number

    beforeEach(async () => {
      address = await server.fresh()
      // The database of another test may have admitted it.
      await askServer(address, `${makeMember} SELECT watchpost.dismiss('${member}')`)
      owner = await openPostgresStore(address, { create: false })
      await enroll(owner, 'writer', 'reader')
      unread = await send(owner)
      await send(owner, { to: [{ address: 'reader', expiresAt: start + hour }] })
    })
    afterEach(async () => {
      await owner.close()
      await askServer(address, `DROP OWNED BY ${member}`)
      server.recycle(address)
    })

    /** With the settings that a new connection has: no search_path names the store. */
    async function ask(sql: string, as = asMember(address)): Promise<readonly Record<string, unknown>[]> {
      const client = await connected(as)
      try {
        const answers = await client.query(sql)
        return (Array.isArray(answers) ? answers.at(-1) : answers).rows
      } finally {
        await client.end()
      }
    }
    const admit = () => ask(`SELECT watchpost.admit('${member}')`, address)
    const openAsMember = async () => {
      const store = await openPostgresStore(asMember(address), { create: false })
      return store
    }

    it('is refused until it was admitted, and once it was dismissed, also where it is connected', async () => {
      await expect(openAsMember()).rejects.toMatchObject({ code: 'not-allowed' })
      await admit()
      const theirs = await openAsMember()
      await enroll(theirs, 'guest')
      await ask(`SELECT watchpost.dismiss('${member}')`, address)
      await expect(send(theirs, { from: 'guest' })).rejects.toMatchObject({ code: 'newer-version' })
      await expect(theirs.roster.find('guest')).rejects.toMatchObject({
        message: expect.stringContaining('no longer as this program knows it'),
      })
      await theirs.close()
      await expect(openAsMember()).rejects.toMatchObject({ code: 'not-allowed' })
      const left = `SELECT count(*)::int AS n FROM pg_class c, aclexplode(c.relacl) x WHERE x.grantee = '${member}'::regrole
        UNION ALL SELECT count(*)::int FROM pg_attribute a, aclexplode(a.attacl) x WHERE x.grantee = '${member}'::regrole`
      expect(await ask(left, address)).toEqual([{ n: 0 }, { n: 0 }])
    })

    it.each(['public', "''", 'nowhere', 'other, public', 'pg_temp, other'])(
      'is admitted and dismissed whatever names mean: search_path %s',
      async (path) => {
        const decoys =
          'CREATE SCHEMA other; CREATE TABLE other.tokens(id INT); CREATE TEMP TABLE drafts(id INT);'
        await ask(
          `BEGIN; ${decoys} SET search_path = ${path}; SELECT watchpost.admit('${member}'); COMMIT`,
          address,
        )
        expect(await ask('SELECT count(*)::int AS n FROM watchpost.drafts')).toEqual([{ n: 0 }])
        await ask(
          `SET search_path = ${path}; SELECT watchpost.dismiss('${member}'); DROP SCHEMA other CASCADE`,
          address,
        )
        await expect(ask('SELECT count(*) FROM watchpost.drafts')).rejects.toThrow(/permission denied/u)
      },
    )

    it('is told by its name in messages and in the log', async () => {
      await admit()
      const theirs = await openAsMember()
      await enroll(theirs, 'guest')
      await send(theirs, { from: 'guest' })
      await act(theirs, 'reader', 'read', unread)
      await theirs.close()
      const logins = `SELECT login FROM watchpost.messages m JOIN watchpost.agents a ON a.id = m.sender_id WHERE a.address = 'guest'
        UNION ALL SELECT login FROM watchpost.deeds WHERE what = 'read'`
      expect(await ask(logins)).toEqual([{ login: member }, { login: member }])
    })

    /** Everything that an admitted login was found to be able to, and what is like it. */
    const refused: readonly (readonly [what: string, sql: string])[] = [
      ['the schema’s version', "UPDATE watchpost.facts SET value = '99' WHERE name = 'schema'"],
      ['the schema’s version, by its name', "UPDATE watchpost.facts SET name = 'keys' WHERE name = 'schema'"],
      [
        'the schema’s version, by a new row',
        "INSERT INTO watchpost.facts(name, value) VALUES('schema', '99') ON CONFLICT(name) DO UPDATE SET value = '99'",
      ],
      ['the store’s identity', "UPDATE watchpost.facts SET value = 'x' WHERE name = 'store'"],
      ['the swarm', "INSERT INTO watchpost.facts(name, value) VALUES('swarm', 'mine')"],
      ['a store for tests', "INSERT INTO watchpost.facts(name, value) VALUES('for_tests', '1')"],
      ['facts that go', 'DELETE FROM watchpost.facts'],
      ['unread mail that goes', 'DELETE FROM watchpost.deliveries WHERE box = 0'],
      ['unread mail that was read', 'UPDATE watchpost.deliveries SET box = 1'],
      ['a debt that is paid', 'UPDATE watchpost.deliveries SET owes = 0'],
      ['mail of somebody else', 'UPDATE watchpost.deliveries SET agent_id = 1'],
      ['mail that lasts no longer', 'UPDATE watchpost.deliveries SET expires_at = 1'],
      [
        'mail that lasts no longer, by another table’s name',
        `CREATE TEMP TABLE events AS SELECT d.agent_id, d.rank & ${idMask} AS message_id, pg_current_xact_id() AS xact FROM watchpost.deliveries d;
        UPDATE watchpost.deliveries SET expires_at = 1`,
      ],
      ['an agent that is a person', "UPDATE watchpost.agents SET kind = 'user' WHERE address = 'reader'"],
      [
        'an agent that is nobody, and then a person',
        "UPDATE watchpost.agents SET state = 'named' WHERE address = 'reader'",
      ],
      ['an agent with a new power', "UPDATE watchpost.agents SET can_complete = 1 WHERE address = 'reader'"],
      ['an agent of another name', "UPDATE watchpost.agents SET address = 'boss' WHERE address = 'reader'"],
      ['an agent that goes', 'DELETE FROM watchpost.agents'],
      [
        'a new agent by hand',
        "INSERT INTO watchpost.agents(address, kind, state, registered_at) VALUES('boss', 'user', 'alive', 1)",
      ],
      ['a message that goes', 'DELETE FROM watchpost.messages'],
      ['a message that changes', "UPDATE watchpost.messages SET subject = 'x'"],
      [
        'a message in the name of another login',
        `INSERT INTO watchpost.messages(${messageColumns}, login) SELECT id + 100, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body, 'owner' FROM watchpost.messages`,
      ],
      [
        'an entry in the log by hand',
        "INSERT INTO watchpost.deeds(actor_id, at, what) VALUES(1, 1, 'claim')",
      ],
      [
        'events by hand',
        "INSERT INTO watchpost.events(deed_id, message_id, agent_id, what) VALUES(1, 1, 1, 'read')",
      ],
      ['events that go', 'DELETE FROM watchpost.events'],
      ['a seal by hand', 'DELETE FROM watchpost.seals'],
      ['counts', 'UPDATE watchpost.unread_parts SET lasting = 0'],
      ['tasks', "UPDATE watchpost.tasks SET status = 'completed'"],
      ['a queue that goes', 'DELETE FROM watchpost.queues'],
      ['debates that go', 'DELETE FROM watchpost.debates'],
      ['a decision about a request that changes', "UPDATE watchpost.approvals SET verdict = 'allow'"],
      ['tokens that are read', 'SELECT * FROM watchpost.tokens'],
      ['tokens that are made', "INSERT INTO watchpost.tokens VALUES('1', 'x', 'admin', 'bob', 1, NULL)"],
      ['swarms', 'UPDATE watchpost.peers SET active = 0'],
      ['cold mail', 'DELETE FROM watchpost.cold'],
      ['tables that are emptied', 'TRUNCATE watchpost.drafts'],
      ['tables that go', 'DROP TABLE watchpost.drafts'],
      ['a new table', 'CREATE TABLE watchpost.more(id INT)'],
      ['a trigger that is switched off', 'ALTER TABLE watchpost.deliveries DISABLE TRIGGER USER'],
      ['triggers that do not run', 'SET session_replication_role = replica'],
      ['numbers that go back', "SELECT setval('watchpost.message_ids', 1)"],
      ['somebody else who is admitted', `SELECT watchpost.admit('${member}')`],
      ...[
        'agents',
        'deliveries',
        'messages',
        'facts',
        'deeds',
        'events',
        'queues',
        'debates',
        'tasks',
        'loops',
        'retractions',
      ].map(
        (table) =>
          [
            `everybody who waits: ${table}`,
            `BEGIN; LOCK TABLE watchpost.${table} IN SHARE MODE; COMMIT`,
          ] as const,
      ),
    ]
    it.each(refused)('is refused %s', async (_, sql) => {
      await admit()
      const before = await ask(
        `SELECT count(*)::int AS n FROM watchpost.deliveries WHERE box = 0 AND expires_at IS NULL`,
      )
      await expect(ask(sql)).rejects.toThrow(
        /permission denied|must be owner|only the owner of the store|only with an entry in the log|no privileges were granted/u,
      )
      expect(
        await ask(`SELECT count(*)::int AS n FROM watchpost.deliveries WHERE box = 0 AND expires_at IS NULL`),
      ).toEqual(before)
      const theirs = await openAsMember()
      await send(theirs)
      await theirs.close()
    })

    it('that may only read calls no function that changes what it cannot change itself', async () => {
      await ask(
        `GRANT USAGE ON SCHEMA watchpost TO ${member}; GRANT SELECT ON ALL TABLES IN SCHEMA watchpost TO ${member}; REVOKE SELECT ON watchpost.tokens FROM ${member}`,
        address,
      )
      expect((await examineServer(address, false)).findings).toEqual([])
      expect(await ask('SELECT count(*)::int AS n FROM watchpost.deliveries')).toEqual([{ n: 2 }])
      for (const call of [
        "change_copy(NULL, '{}', '{}')",
        "log_deed('{}')",
        "name_number('boss')",
        'fold_counts()',
      ])
        await expect(ask(`SELECT watchpost.${call}`)).rejects.toThrow('permission denied for function')
      await ask('GRANT EXECUTE ON FUNCTION watchpost.log_deed(JSON) TO PUBLIC', address)
      expect((await examineServer(address, false)).findings).toMatchObject([
        { finding: 'permissions', why: expect.stringContaining('EXECUTE on the function log_deed') },
      ])
      await ask('REVOKE EXECUTE ON FUNCTION watchpost.log_deed(JSON) FROM PUBLIC', address)
    })

    it('ends a copy earlier together with an entry in the log, and later without one', async () => {
      await admit()
      const [{ agent, rank } = {}] = await ask(
        'SELECT agent_id AS agent, rank FROM watchpost.deliveries WHERE expires_at IS NOT NULL',
      )
      const copy = `agent_id = ${agent} AND rank = ${rank}`
      await ask(`UPDATE watchpost.deliveries SET expires_at = expires_at + 1 WHERE ${copy}`)
      const logged = `SELECT watchpost.change_copy(NULL, '{"actor": "reader", "at": 1, "what": "joined", "undoable": 0, "seen": false}', json_build_object('agent', ${agent}, 'rank', ${rank}, 'message', ${rank} & ${idMask}, 'what', 'joined'))`
      await ask(`BEGIN; ${logged}; UPDATE watchpost.deliveries SET expires_at = 5 WHERE ${copy}; COMMIT`)
      await expect(ask(`UPDATE watchpost.deliveries SET expires_at = 4 WHERE ${copy}`)).rejects.toThrow(
        'with an entry in the log',
      )
    })

    it('has no more than that where an earlier version gave it more, and doctor says who has more', async () => {
      await admit()
      const told = async () => (await examineServer(address, false)).findings
      expect(await told()).toEqual([])
      await ask(
        `GRANT UPDATE, DELETE ON watchpost.deliveries TO ${member}; GRANT INSERT ON watchpost.facts TO PUBLIC; GRANT SELECT ON watchpost.tokens TO ${member}`,
        address,
      )
      expect(await told()).toMatchObject([
        {
          finding: 'permissions',
          severity: 'advice',
          why: expect.stringContaining('Everybody may do more than was admitted: INSERT on facts.'),
        },
        {
          finding: 'permissions',
          why: expect.stringContaining('DELETE on deliveries, UPDATE on deliveries, SELECT on tokens'),
          mend: expect.stringContaining(`watchpost.admit('${member}')`),
        },
      ])
      await ask('REVOKE INSERT ON watchpost.facts FROM PUBLIC', address)
      await admit()
      expect(await told()).toEqual([])
    })
  })
})
