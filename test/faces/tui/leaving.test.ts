import { describe, expect, it } from 'vitest'
import { openLeaving } from '../../../src/faces/tui/loop/leave.ts'
import { quitsInstead } from '../../../src/faces/tui/loop/switching.ts'
import { keyOf, type Sitting } from '../../support/tui-state.ts'
import { sitAtStores } from '../../support/tui-stores.ts'

/** Requests to leave while something is still being written, and how the screen is left once it is. */
async function left(...requests: readonly ('quit' | 'onward')[]) {
  let finish = (): void => undefined
  const written = new Promise<void>((resolve) => {
    finish = resolve
  })
  let closed = 0
  const leaving = openLeaving(
    () => written,
    () => undefined,
    async () => void (closed += 1),
  )
  const asked = requests.map((request) => leaving.leave(request === 'onward'))
  finish()
  await Promise.all(asked)
  return { closed, isOnward: leaving.isOnward() }
}

describe('a screen is left', () => {
  it.each([
    [['onward'], true],
    [['quit'], false],
    [['quit', 'onward'], false],
    [['onward', 'quit'], false],
    [['onward', 'onward'], true],
    [['quit', 'onward', 'onward'], false],
  ] as const)('once, after %j: for another store %s', async (requests, isOnward) => {
    expect(await left(...requests)).toEqual({ closed: 1, isOnward })
  })

  it.each([
    ['q', true],
    ['C-c', true],
    ['j', false],
    ['Enter', false],
    ['a', false],
  ])('for good by %s that comes while it closes for another store: %s', (key, quits) => {
    expect(quitsInstead([{ type: 'focus', focused: true }, keyOf(key)], sitAtStores().state)).toBe(quits)
  })

  it('by no letter of a text that is typed on while it closes', () => {
    const typed = ['/', 'q', 'u'].map((key) => keyOf(key))
    expect(quitsInstead(typed, sitAtStores().state)).toBe(false)
  })

  it('by C-c while the other store opens, which then takes nobody along', () => {
    const sitting: Sitting = sitAtStores().press('j', 'Enter')
    sitting.taken()
    sitting.press('C-c').tell({ type: 'store-opened', problem: null })
    const quits = sitting.taken().filter(({ type }) => type === 'quit')
    expect(quits[0]).toEqual({ type: 'quit' })
  })
})
