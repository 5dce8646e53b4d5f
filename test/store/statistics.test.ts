import { afterEach, expect, it } from 'vitest'
import { fillStore } from '../../src/dev/bench/fill.ts'
import { openFor } from '../../src/dev/bench/world.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { emptyStore } from '../support/terminal-world.ts'

const messages = 12_000
let close: () => Promise<void> = async () => undefined
afterEach(() => close())

it('counts each message and each answer once, however many slices they are looked at in', async () => {
  const store = await emptyStore(['lea'])
  fillStore(store, { messages, agents: 20 }, Date.now())
  const opened = await openFor(store, 'lea')
  close = opened.close
  const value = await opened.mailbox.stats({})
  expect(value.messages.count).toBe(messages)
  expect(value.messages.flow.reduce((sum, one) => sum + one, 0)).toBe(messages)
  expect(value.agents.reduce((sum, { received }) => sum + received, 0)).toBe(messages)
  // Every fourth message answers the one three before it, which somebody else wrote.
  expect(value.answers.count).toBe(messages / 4 - 1)
  expect(value.whole).toBe(true)
})

it('looks at other things between its slices', async () => {
  const location = await emptyStore(['lea'])
  fillStore(location, { messages, agents: 20 }, Date.now())
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  close = () => store.close()
  const order: string[] = []
  const now = Date.now()
  const counting = store.statistics
    .read({ since: now - 86_400_000, until: now, buckets: 24 })
    .then(() => order.push('counted'))
  await new Promise(setImmediate)
  order.push('another look')
  await counting
  expect(order).toEqual(['another look', 'counted'])
})
