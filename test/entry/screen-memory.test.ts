import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openScreenMemories } from '../../src/entry/screen-memory.ts'

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'watchpost-memory-')), 'state')

it('keeps searches, lines and folded sections with their store, and the look of the screen for all', () => {
  const folder = newFolder()
  const at = (store: string) => openScreenMemories(folder, store)
  at('/a').searches.write({ queries: ['infra*'] })
  at('/a').memory.write({ lines: ['owed'], roster: 30 })
  at('/b').memory.write({ folded: ['swarm:x'] })
  expect(at('/a').searches.read()).toEqual({ queries: ['infra*'], lines: ['owed'] })
  expect(at('/a').memory.read()).toEqual({ lines: ['owed'], roster: 30 })
  expect(at('/b').searches.read()).not.toHaveProperty('queries')
  expect(at('/b').memory.read()).toEqual({ folded: ['swarm:x'], roster: 30 })
})

it('forgets the stores that were written to longest ago', () => {
  const folder = newFolder()
  for (let store = 0; store < 25; store += 1)
    openScreenMemories(folder, `/${store}`).searches.write({ queries: [`q${store}`] })
  expect(openScreenMemories(folder, '/4').searches.read()).toEqual({})
  expect(openScreenMemories(folder, '/5').searches.read()).toEqual({ queries: ['q5'] })
})
