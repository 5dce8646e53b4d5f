import { expect } from 'vitest'
import { boxes } from '../../src/domain/delivery.ts'
import { shortId } from '../../src/domain/id.ts'
import { waysOf } from '../../src/domain/ways.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import type { MailboxFilter, MailStore } from '../../store/mail-store.ts'
import { openMail } from '../store/fixture.ts'
import type { Item } from './claims-model.ts'
import { type Copy, type Ending, isListed, type Mail, type Model } from './ways-model.ts'

type Sides = {
  readonly store: MailStore
  readonly model: Model
  readonly writer: Mailbox
  readonly as: (name: string) => Promise<Mailbox>
}

const boxOf: Readonly<Record<Ending, string>> = {
  unread: 'unread',
  read: 'read',
  processing: 'processing',
  completed: 'archived',
  gone: 'archived',
  dead: 'dead',
  lapsed: 'expired',
  withdrawn: 'retracted',
}
const outcomeOf: Readonly<Partial<Record<Ending, string>>> = {
  unread: 'waiting',
  read: 'read',
  processing: 'working',
  completed: 'completed',
  dead: 'dead',
  lapsed: 'expired',
  withdrawn: 'retracted',
}
const boxOfItem: Readonly<Record<Item['state'], string>> = {
  open: 'unread',
  claimed: 'processing',
  completed: 'archived',
  dead: 'dead',
  withdrawn: 'retracted',
}
const outcomeOfItem: Readonly<Record<Item['state'], string>> = {
  open: 'waiting',
  claimed: 'working',
  completed: 'completed',
  dead: 'failed',
  withdrawn: 'retracted',
}

const everything: MailboxFilter = { boxes }

/** Holds a store against the model of it. */
export function openWaysCheck({ store, model, writer, as }: Sides) {
  async function idsOf(owner: string, filter = openMail): Promise<readonly number[]> {
    const { rows } = await store.deliveries.page(owner, filter, 0, { limit: 200, after: null })
    const own = rows.filter(({ message }) => message.from === 'writer')
    return own.map(({ message }) => message.id).toSorted((one, other) => one - other)
  }

  async function checkCopy(id: number, name: string, { ways, state }: Copy): Promise<void> {
    const found = await store.deliveries.find(name, id)
    expect(found?.box, `${id} of ${name}`).toBe(boxOf[state])
    if (found !== null && (state === 'unread' || state === 'read'))
      expect([...waysOf(found)].sort(), `ways of ${id} of ${name}`).toEqual([...ways].sort())
  }

  async function checkItems(): Promise<void> {
    const items = [...model.claims.items.values()]
    const open = items.filter(({ state }) => state === 'open').map(({ id }) => id)
    expect(await idsOf('queue:q', { boxes: ['unread'] }), 'what is open in the queue').toEqual(open)
    for (const { id, state, by } of items) {
      const found = await store.deliveries.find('queue:q', id)
      expect(found?.box, `the item ${id}`).toBe(boxOfItem[state])
      expect(found?.heldBy ?? null, `who has ${id}`).toBe(by)
    }
  }

  /** Of each dead letter its sender is told, or will be. */
  async function checkDead(): Promise<void> {
    const isDead = ({ id, copies }: Mail) =>
      model.claims.items.get(id)?.state === 'dead' ||
      [...copies.values()].some(({ state }) => state === 'dead')
    const dead = model.mail.filter(isDead)
    if (dead.length === 0) return
    const untold = await store.deliveries.untold(null, 100)
    for (const { id } of dead)
      expect(
        untold.includes(id) || (await store.messages.keyed('system', `dead-letter:${id}`)) !== null,
        `the sender of ${id} is told`,
      ).toBe(true)
  }

  async function check(): Promise<void> {
    for (const name of model.agents.keys())
      expect(await idsOf(name), `the list of ${name}`).toEqual(model.listOf(name))
    for (const { id, copies } of model.mail)
      for (const [name, copy] of copies) await checkCopy(id, name, copy)
    await checkItems()
    await checkDead()
  }

  /** What a prompt of each reader says, and what each was told. */
  async function checkReaders({ id, copies }: Mail): Promise<void> {
    for (const name of model.agents.keys()) {
      const { rows } = await store.deliveries.page(name, everything, 0, { limit: 500, after: null })
      const told = rows
        .map(({ message }) => message)
        .filter(
          ({ from, subject }) => from === 'system' && /^(?:Taken back|Valid again): /u.test(subject ?? ''),
        )
        .toSorted((one, other) => one.id - other.id)
      expect(
        told.map(({ subject }) => subject),
        `what ${name} was told`,
      ).toEqual(model.notices.get(name) ?? [])
      const copy = copies.get(name)
      const isLiving = model.agents.get(name)?.living === true
      if (!isLiving || copy === undefined || isListed(copy)) continue
      const offer = await (await as(name)).inject({ maxChars: 100_000 })
      await offer.release()
      expect(offer.value.text, `what is shown to ${name}`).not.toContain(`mail ${shortId(id)} from`)
    }
  }

  async function checkReceipts({ id, copies, over }: Mail): Promise<void> {
    const { receipts } = await writer.receipts({ message: shortId(id) })
    for (const { address, outcome, retracted } of receipts) {
      const [copy, item] = [copies.get(address), model.claims.items.get(id)]
      const expected =
        address === 'queue:q' && item !== undefined
          ? outcomeOfItem[item.state]
          : copy && outcomeOf[copy.state]
      if (expected !== undefined) expect(outcome, `the outcome of ${id} of ${address}`).toBe(expected)
      expect(retracted === null ? null : Date.parse(retracted), `when ${id} was taken back`).toBe(
        over?.at ?? null,
      )
    }
    const reached = [...copies.keys(), ...(model.claims.items.has(id) ? ['queue:q'] : [])]
    expect(receipts.map(({ address }) => address).toSorted(), `who has ${id}`).toEqual(reached.toSorted())
  }

  return {
    check,
    /** What the readers of a message were told, and what its sender sees. */
    async checkTelling(one: Mail): Promise<void> {
      await checkReaders(one)
      await checkReceipts(one)
    },
  }
}
