import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseId } from '../../src/domain/id.ts'
import { unlisted } from '../../src/domain/roster.ts'
import { waysOf } from '../../src/domain/ways.ts'
import { folders } from '../../src/drivers/folders/folders.ts'
import { contextOf, seat } from '../../src/entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../src/mailbox.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { doer, idsIn, move } from '../store/fixture.ts'
import { person } from '../support/identities.ts'
import { noon } from '../support/mailbox.ts'
import { withPostgres } from '../support/postgres.ts'
import { proof, proofPatience, scaled } from '../support/scale.ts'
import { makeFolder } from '../support/store-bare.ts'
import { type Ending, type Model, openModel } from '../support/ways-model.ts'

const names = ['ann', 'ben', 'cas', 'dan']
const borne = ['role:one', 'role:two', 'concern:x', 'concern:y']
const addresses = [...names, ...borne, ...names.map((name) => `session of ${name}`), 'group:g', 'all']

type Step =
  | { readonly do: 'send'; readonly to: readonly string[]; readonly cc: readonly string[] }
  | {
      readonly do: 'change'
      readonly who: string
      readonly flip: readonly string[]
      readonly session: boolean
    }
  | { readonly do: 'read' | 'complete'; readonly who: string; readonly at: number }
  | { readonly do: 'undo'; readonly at: number }
  | { readonly do: 'leave or come' | 'join or leave the group'; readonly who: string }

const who = fc.constantFrom(...names)
const some = (most: number) =>
  fc.uniqueArray(fc.constantFrom(...addresses), { minLength: 1, maxLength: most })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      to: some(4),
      cc: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some(2) }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      who,
      flip: fc.uniqueArray(fc.constantFrom(...borne), { maxLength: 3 }),
      session: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('read' as const, 'complete' as const), who, at: fc.nat(20) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), at: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('leave or come' as const, 'join or leave the group' as const),
      who,
    }),
  },
)

function waysOfStores(
  on: string,
  series: number,
  open: () => Promise<{ store: MailStore; close(): Promise<void> }>,
): void {
  test(
    proof(
      `${on}: each agent has the mail that some way brings it, and none is lost in silence`,
      series,
      'series',
    ),
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
          const { store, close } = await open()
          try {
            const world = await openWorld(store)
            for (const one of steps) {
              await world.take(one)
              await world.check()
            }
            await world.end()
          } finally {
            await close()
          }
        }),
        { numRuns: series },
      )
    },
    proofPatience(1_800_000),
  )
}

waysOfStores('SQLite', scaled(60, 2_000), async () => {
  const folder = makeFolder()
  const store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
  return {
    store,
    async close() {
      await store.close()
      folder.remove()
    },
  }
})

await withPostgres((server) => {
  waysOfStores('PostgreSQL', scaled(20, 600), async () => {
    const address = await server.fresh()
    const store = await openPostgresStore(address, { create: false })
    return {
      store,
      async close() {
        await store.close()
        server.recycle(address)
      },
    }
  })
})

const boxOf: Readonly<Record<Ending, string>> = {
  unread: 'unread',
  read: 'read',
  completed: 'archived',
  gone: 'archived',
  dead: 'dead',
  lapsed: 'expired',
}

type Undoable = ReturnType<Model['complete']> & { readonly by: string; readonly change: number }

async function openWorld(store: MailStore) {
  let now = noon
  let sessions = 0
  const usual = { folders, identity: person, now: () => now }
  const model = openModel('writer')
  const keeper = openMailbox(contextOf(store, unlisted('keyboard', null, 'user', now), usual))
  const as = async (name: string): Promise<Mailbox> => openMailbox(await seat(store, name, usual))
  const completed: Undoable[] = []

  await keeper.registerAgent({ agent: 'writer' })
  const writer = await as('writer')
  for (const name of names.slice(0, 3)) {
    await keeper.registerAgent({ agent: name })
    model.register(name, [])
  }
  await keeper.createGroup({ group: 'g', members: ['ann'] })
  model.group.add('ann')

  /** An address that reaches somebody, or waits for somebody. */
  function written(address: string): readonly string[] {
    const name = address.replace(/^session of /u, '')
    const session = model.agents.get(name)?.session ?? null
    const said = name === address ? address : `session:${session}`
    if (name !== address && session === null) return []
    return said.startsWith('role:') || model.reached(said).length > 0 ? [said] : []
  }

  const openOnes = (name: string) => (model.agents.get(name)?.living ? model.listOf(name) : [])

  async function change({ who: name, flip, session }: Extract<Step, { do: 'change' }>): Promise<void> {
    const being = model.agents.get(name)
    if (being === undefined || !being.living) return
    const bears = new Set(being.bears)
    for (const way of flip) if (!bears.delete(way)) bears.add(way)
    const next = session
      ? being.session === null || flip.length > 1
        ? `s${(sessions += 1)}`
        : null
      : being.session
    const tags = (all: ReadonlySet<string>) => [...all].filter((way) => way !== 'role:one')
    await keeper.updateAgent({
      agent: name,
      role: bears.has('role:one') ? 'one' : '',
      tag: tags(bears),
      untag: tags(being.bears).filter((way) => !bears.has(way)),
      session: next ?? '',
    })
    model.change(name, { bears, session: next })
  }

  async function leaveOrCome(name: string): Promise<void> {
    const being = model.agents.get(name)
    if (being?.living) {
      await keeper.retireAgent({ agent: name })
      model.retire(name)
      return
    }
    await keeper.registerAgent({
      agent: name,
      ...(being === undefined && { tag: ['role:two', 'concern:x'] }),
    })
    if (being === undefined) model.register(name, ['role:two', 'concern:x'])
    else model.comeBack(name)
  }

  async function undo(at: number): Promise<void> {
    const [one] = completed.splice(at % Math.max(1, completed.length), 1)
    if (one === undefined || !model.agents.get(one.by)?.living) return
    await (await as(one.by)).undo({ change: one.change })
    model.undo(one)
  }

  async function finish(name: string, at: number, what: 'read' | 'complete'): Promise<void> {
    const open = openOnes(name)
    const message = open[at % Math.max(1, open.length)]
    if (message === undefined) return
    const copy = model.copyOf(name, message)
    if (what === 'read') {
      await store.deliveries.move(doer(name), name, [{ message }], move('read', now))
      if (copy !== undefined) copy.state = 'read'
      return
    }
    await store.deliveries.move(doer(name), name, [{ message }], move('complete', now))
    const { rows } = await store.log.journal(name, null, { limit: 1, after: null })
    completed.push({ ...model.complete(name, message, now), by: name, change: rows[0]?.change ?? 0 })
  }

  async function take(one: Step): Promise<void> {
    now += 1_000
    switch (one.do) {
      case 'send': {
        const [to, cc] = [one.to.flatMap(written), one.cc.flatMap(written)]
        if (to.length === 0) return
        const { id } = await writer.send({
          to,
          cc,
          subject: 'work',
          body: `at ${now}`,
          again: true,
          kind: 'request',
        })
        const [message = 0] = await store.messages.find(parseId(id))
        return model.send(message, to, cc)
      }
      case 'change':
        return change(one)
      case 'read':
      case 'complete':
        return finish(one.who, one.at, one.do)
      case 'undo':
        return undo(one.at)
      case 'leave or come':
        return leaveOrCome(one.who)
      case 'join or leave the group': {
        const member = { group: 'g', members: [one.who] }
        if (model.group.delete(one.who)) await keeper.removeMembers(member)
        else {
          await keeper.addMembers(member)
          model.group.add(one.who)
        }
      }
    }
  }

  async function check(): Promise<void> {
    for (const name of model.agents.keys())
      expect(
        [...(await idsIn(store, name))].sort((one, other) => one - other),
        `the list of ${name}`,
      ).toEqual(model.listOf(name))
    for (const { id, copies } of model.mail)
      for (const [name, { ways, state }] of copies) {
        const found = await store.deliveries.find(name, id)
        expect(found?.box, `${id} of ${name}`).toBe(boxOf[state])
        if (found !== null && (state === 'unread' || state === 'read'))
          expect([...waysOf(found)].sort(), `ways of ${id} of ${name}`).toEqual([...ways].sort())
      }
    const untold = await store.deliveries.untold(null, 100)
    for (const { id, copies } of model.mail)
      if ([...copies.values()].some(({ state }) => state === 'dead'))
        expect(
          untold.includes(id) || (await store.messages.keyed('system', `dead-letter:${id}`)) !== null,
          `the sender of ${id} is told`,
        ).toBe(true)
  }

  return {
    ...{ take, check },
    /** Whoever comes next, and is all that mail is kept for, gets all that waits. */
    async end(): Promise<void> {
      await keeper.registerAgent({ agent: 'heir', role: 'one', tag: borne.slice(1) })
      model.register('heir', borne)
      await check()
    },
  }
}
