import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSignals } from '../../store/sqlite/database/signals.ts'

let location = ''
beforeEach(() => {
  location = mkdtempSync(join(tmpdir(), 'watchpost-signals-'))
})
afterEach(() => rmSync(location, { recursive: true, force: true }))

const sizeOf = (file: string) => statSync(file).size

describe('signal files', () => {
  it.each([
    ['architect', 'architect'],
    ['swarm_dev/critic', 'swarm_dev%2Fcritic'],
    ['mayor/', 'mayor%2F'],
    ['100%', '100%25'],
    ['.', '%2E'],
    ['..', '%2E%2E'],
    ['Zoë', 'Zo%C3%AB'],
    ['', '%'],
  ])('name the file of %j %j', (address, name) => {
    expect(basename(openSignals(location).path(address))).toBe(name)
  })

  it('are never shared by two agents, lie in one folder, and have names that any file system takes', () => {
    const { path } = openSignals(location)
    const address = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 150, maxLength: 400 }))
    fc.assert(
      fc.property(address, address, (one, other) => {
        expect(path(one) === path(other)).toBe(one === other)
        expect(dirname(path(one))).toBe(join(location, 'signals'))
        expect(basename(path(one)).length).toBeLessThan(256)
      }),
    )
  })

  it('are not empty while they are raised', () => {
    const signals = openSignals(location)
    signals.raise('critic')
    signals.raise('critic')
    expect(sizeOf(signals.path('critic'))).toBe(1)
    expect(statSync(signals.path('critic')).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(signals.path('critic'))).mode & 0o777).toBe(0o700)
  })

  it('are lowered only when nothing waits', () => {
    const signals = openSignals(location)
    signals.raise('critic')
    signals.settleLowered('critic', () => false)
    expect(sizeOf(signals.path('critic'))).toBe(1)
    signals.settleLowered('critic', () => true)
    expect(sizeOf(signals.path('critic'))).toBe(0)
    signals.raise('critic')
    expect(sizeOf(signals.path('critic'))).toBe(1)
  })

  it('are not asked about when they are down already', () => {
    const signals = openSignals(location)
    let asked = 0
    signals.settleLowered('critic', () => (asked += 1) > 0)
    expect(asked).toBe(0)
    expect(existsSync(signals.path('critic'))).toBe(false)
  })

  it('come back when somebody removed them, whoever had them open', () => {
    const signals = openSignals(location)
    signals.raise('critic')
    unlinkSync(signals.path('critic'))
    signals.raise('critic')
    expect(sizeOf(signals.path('critic'))).toBe(1)
  })

  it('are written by several processes in turn', () => {
    const [mine, theirs] = [openSignals(location), openSignals(location)]
    mine.raise('critic')
    theirs.settleLowered('critic', () => true)
    mine.raise('critic')
    expect(sizeOf(mine.path('critic'))).toBe(1)
  })

  it('serve more agents than files are kept open', () => {
    const signals = openSignals(location)
    const agents = Array.from({ length: 200 }, (_, at) => `agent-${at}`)
    for (const agent of agents) signals.raise(agent)
    for (const agent of agents.slice(0, 100)) signals.settleLowered(agent, () => true)
    const full = readdirSync(join(location, 'signals')).filter(
      (name) => sizeOf(join(location, 'signals', name)) > 0,
    )
    expect(full).toHaveLength(100)
  })
})
