import { expect } from 'vitest'
import { parseId, shortId } from '../../src/domain/id.ts'
import { unlisted } from '../../src/domain/roster.ts'
import type { Work } from '../../src/domain/session.ts'
import { folders } from '../../src/drivers/folders/folders.ts'
import { contextOf, seat } from '../../src/entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../src/mailbox.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { doer, move, system } from '../store/fixture.ts'
import { lease, tries } from './claims-model.ts'
import { person } from './identities.ts'
import { noon } from './mailbox.ts'
import { openWaysCheck } from './ways-check.ts'
import { type Copy, type Mail, openModel } from './ways-model.ts'
import {
  type Begin,
  borne,
  type Change,
  type EndItem,
  type EndWork,
  names,
  type Retract,
  type Send,
  type Step,
} from './ways-steps.ts'

/** A change that its maker may want undone. `turn` does so in the model, and says whether it can be; `null`: it is not tried. */
type Made = {
  readonly of: Mail
  readonly by: string
  readonly change: number
  readonly turn: () => boolean | null
  isUndone: boolean
}

const refused = { code: 'conflict' }
/** How long an agent may work on what it took from its own mailbox. */
const workTime = 600

/** A real store and the model of it, which take the same steps. */
export async function openWorld(store: MailStore) {
  let now = noon
  let sessions = 0
  const usual = { folders, identity: person, now: () => now }
  const model = openModel('writer')
  const { claims } = model
  const keeper = openMailbox(contextOf(store, unlisted('keyboard', null, 'user', now), usual))
  const as = async (name: string): Promise<Mailbox> => openMailbox(await seat(store, name, usual))
  const made: Made[] = []
  /** What the sender stood by again, the last one at the end. */
  const again: Made[] = []
  let steps = 0
  /** How each copy was after the step that changed it last. */
  const was = new Map<Copy, Pick<Copy, 'state'> & { readonly over: Mail['over']; readonly since: number }>()

  await keeper.registerAgent({ agent: 'writer' })
  const writer = await as('writer')
  for (const name of names.slice(0, 3)) {
    await keeper.registerAgent({ agent: name })
    model.register(name, [])
  }
  await keeper.createGroup({ group: 'g', members: ['ann'] })
  model.group.add('ann')
  await keeper.createQueue({ queue: 'q', lease, attempts: tries })
  const { check, checkTelling } = openWaysCheck({ store, model, writer, as })

  const isLiving = (name: string) => model.agents.get(name)?.living === true
  const any = <T>(list: readonly T[], at: number) => list.at(-1 - (at % Math.max(1, list.length)))

  async function remember(of: Mail, by: string, turn: Made['turn']): Promise<void> {
    const { rows } = await store.log.journal(by, null, { limit: 1, after: null })
    made.push({ of, by, change: rows[0]?.change ?? 0, turn, isUndone: false })
  }

  /** An address that reaches somebody, or waits for somebody. */
  function written(address: string): readonly string[] {
    const name = address.replace(/^session of /u, '')
    const session = model.agents.get(name)?.session ?? null
    const said = name === address ? address : `session:${session}`
    if (name !== address && session === null) return []
    const isKept = said.startsWith('role:') || said === 'queue:q'
    return isKept || model.reached(said).length > 0 ? [said] : []
  }

  async function send(one: Send): Promise<void> {
    const [to, cc] = [one.to.flatMap(written), one.cc.flatMap(written)]
    if (to.length === 0) return
    const old = one.replaces === null ? undefined : any(model.mail, one.replaces)
    const subject = `work ${model.mail.length}.`
    const replaces = old && { replaces: shortId(old.id) }
    const asked = writer.send({
      to,
      cc,
      subject,
      body: `at ${now}`,
      again: true,
      kind: 'request',
      ...replaces,
    })
    if (old !== undefined && !model.canBeReplaced(old)) return expect(asked).rejects.toMatchObject(refused)
    const [id = 0] = await store.messages.find(parseId((await asked).id))
    const { copies } = model.send({ id, subject }, to, cc)
    if (old === undefined) return
    model.withdraw(old, 'replaced', now, [...copies.keys()])
    await remember(old, 'writer', () => false)
    await checkTelling(old)
  }

  async function change({ who: name, flip, session }: Change): Promise<void> {
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

  /** What an agent does with a copy of its own, also with one that was withdrawn. */
  async function begin({ do: verb, who: name, at }: Begin): Promise<void> {
    const mine = model.mail.filter(({ copies }) => {
      const state = copies.get(name)?.state
      return state === 'unread' || state === 'read' || state === 'processing' || state === 'withdrawn'
    })
    // A person gives up what a retired agent had begun.
    const one = isLiving(name) || verb === 'unread' ? any(mine, at) : undefined
    const copy = one?.copies.get(name)
    if (one === undefined || copy === undefined) return
    const taken = verb === 'process' && { lease: { by: name, until: now + workTime } }
    const [moved] = await store.deliveries.move(
      doer(name),
      name,
      [{ message: one.id }],
      move(verb, now, { ...taken }),
    )
    expect(moved?.problem?.code, `${verb} ${one.id}`).toBe(
      copy.state === 'withdrawn' ? 'conflict' : undefined,
    )
    if (copy.state === 'withdrawn') return
    if (verb === 'complete') {
      const completion = model.complete(name, one.id, now)
      return remember(one, name, () => {
        model.undoComplete(completion)
        return true
      })
    }
    const before = copy.state
    if (verb === 'read' && before === 'unread') copy.state = 'read'
    else if (verb === 'process') copy.state = 'processing'
    else if (verb === 'unread' && before !== 'unread') model.unreadAgain(one, name)
    if (verb !== 'unread') copy.seen = true
    if (verb !== 'read' && copy.state !== before) await remember(one, name, undoBegin(one, name, copy))
  }

  /** It is undone while nothing else came to pass with the copy. */
  function undoBegin(one: Mail, name: string, copy: Copy) {
    const [step, before] = [steps, was.get(copy)?.state ?? 'unread']
    return () => {
      if ((was.get(copy)?.since ?? 0) > step) return null
      copy.state = before
      model.asItsOwnerIs(one, name)
      return true
    }
  }

  async function retract({ at, giving }: Retract): Promise<void> {
    const one = any(model.mail, at)
    if (one === undefined) return
    const input = { messages: [shortId(one.id)] }
    const copy = giving === null || !isLiving(giving) ? undefined : one.copies.get(giving)
    const offer = copy?.state === 'unread' ? await (await as(giving ?? '')).read(input) : null
    const asked = writer.retract(input)
    if (model.canBeTakenBack(one)) {
      const { messages } = await asked
      expect(messages[0]?.already, `${one.id} was taken back before`).toBe(one.over !== null)
    } else await expect(asked).rejects.toMatchObject(refused)
    if (offer !== null && copy !== undefined) copy.seen = true
    if (one.over === null && model.canBeTakenBack(one)) {
      model.withdraw(one, 'taken back', now, [])
      again.length = 0
      await remember(one, 'writer', () => {
        model.standBy(one)
        return true
      })
    } else if (offer !== null && copy !== undefined) copy.state = 'read'
    if (offer !== null) await offer.settle()
    await checkTelling(one)
  }

  async function undo(at: number): Promise<void> {
    const one = any(made, at)
    if (one === undefined || (one.by !== 'writer' && !isLiving(one.by))) return
    const can = !one.isUndone && one.turn()
    if (can === null) return
    const asked = (await as(one.by)).undo({ change: one.change })
    if (!can) return expect(asked).rejects.toMatchObject(refused)
    await asked
    one.isUndone = true
    if (one.by === 'writer') again.push(one)
    await checkTelling(one.of)
  }

  async function redo(): Promise<void> {
    const one = again.at(-1)
    const asked = writer.redo({})
    if (one === undefined) return expect(asked).rejects.toMatchObject({ code: 'nothing' })
    if (!model.canBeReplaced(one.of)) return expect(asked).rejects.toMatchObject(refused)
    await asked
    again.pop()
    model.withdraw(one.of, 'taken back', now, [])
    one.isUndone = false
    await checkTelling(one.of)
  }

  async function claim(name: string): Promise<void> {
    if (!isLiving(name)) return
    const expected = claims.claim(name, now)
    const asked = (await as(name)).claim({ queue: 'q' })
    if (expected === null) return expect(asked).rejects.toMatchObject({ code: 'nothing' })
    const offer = await asked
    expect(offer.value.message.id).toBe(shortId(expected))
    await offer.settle()
    await remember(model.find(expected), name, () => false)
  }

  /** Its claimant ends it, also one who is retired, or whose time is over. */
  async function endItem({ at, how }: EndItem): Promise<void> {
    const item = any(claims.held(), at)
    if (item?.by == null) return
    const { id, by } = item
    const held = { message: id }
    if (how === 'release') {
      await store.queues.release(doer(by), held, now)
      claims.release(id)
      return remember(model.find(id), by, () => false)
    }
    const ending = how === 'complete' ? ({ verb: how, keep: false } as const) : ({ verb: how } as const)
    const [ended] = await store.queues.finish(doer(by), [held], ending, now)
    expect(ended?.problem, `${how} of ${id}`).toBe(null)
    const end = claims.end(id, how)
    await remember(model.find(id), by, () => claims.undoEnd(end))
  }

  /** The store says whose time is over; the model says what becomes of it. */
  async function endWork({ at, how }: EndWork): Promise<void> {
    const ended =
      how === 'lease'
        ? await store.upkeep.endDue(system, 'leases', 100, now)
        : await store.sessions.takeBack(
            system,
            [any(await ownWork(), at)].filter((one) => one !== undefined),
            now,
          )
    for (const { owner, message } of ended) {
      expect(model.copyOf(owner, message)?.state, `the work of ${owner} on ${message}`).toBe('processing')
      model.unreadAgain(model.find(message), owner)
    }
  }

  async function ownWork(): Promise<readonly Work[]> {
    const work = await store.sessions.work(null, 100)
    return work.filter(({ owner }) => model.agents.has(owner))
  }

  async function wait(upkeep: boolean): Promise<void> {
    now += lease
    if (!upkeep) return
    await store.queues.returnLapsed(system, 100, now)
    claims.returnLapsed(now)
  }

  async function take(one: Step): Promise<void> {
    now += 1_000
    steps += 1
    await takeStep(one)
    for (const { copies, over } of model.mail)
      for (const copy of copies.values()) {
        const last = was.get(copy)
        if (last === undefined || last.state !== copy.state || last.over !== over)
          was.set(copy, { state: copy.state, over, since: steps })
      }
  }

  async function takeStep(one: Step): Promise<void> {
    switch (one.do) {
      case 'send':
        return send(one)
      case 'change':
        return change(one)
      case 'read':
      case 'process':
      case 'unread':
      case 'complete':
        return begin(one)
      case 'retract':
        return retract(one)
      case 'undo':
        return undo(one.at)
      case 'redo':
        return redo()
      case 'claim':
        return claim(one.who)
      case 'end an item':
        return endItem(one)
      case 'end work':
        return endWork(one)
      case 'wait':
        return wait(one.upkeep)
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

  return {
    take,
    check,
    /** Whoever comes next, and is all that mail is kept for, gets all that waits. */
    async end(): Promise<void> {
      await keeper.registerAgent({ agent: 'heir', role: 'one', tag: borne.slice(1) })
      model.register('heir', borne)
      await check()
      for (const one of model.mail) await checkTelling(one)
    },
  }
}
