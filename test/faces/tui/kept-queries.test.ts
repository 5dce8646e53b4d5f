import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openScreenMemory } from '../../../src/entry/screen-memory.ts'
import { keepQuery } from '../../../src/faces/tui/loop/sitting.ts'
import { mostQueries, queriesOf, withQuery } from '../../../src/faces/tui/overlays/search/query-typing.ts'
import { withSession } from '../../../src/faces/tui/state.ts'
import { row, type Sitting, sitBefore } from '../../support/tui-state.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-queries-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => join(folder, 'state', 'searches.json')
const kept = () => queriesOf(openScreenMemory(file()).read())

describe('the searches of earlier runs', () => {
  it('are kept newest first, each once, in a file that only its owner reads', () => {
    const memory = openScreenMemory(file())
    for (const query of ['one', 'two', 'one', 'three']) keepQuery(memory, query)
    expect(kept()).toEqual(['three', 'one', 'two'])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700)
  })

  it('keep what another screen searched for meanwhile', () => {
    keepQuery(openScreenMemory(file()), 'mine')
    keepQuery(openScreenMemory(file()), 'theirs')
    keepQuery(openScreenMemory(file()), 'mine too')
    expect(kept()).toEqual(['mine too', 'theirs', 'mine'])
  })

  it('are no more than so many, and none too long to be typed', () => {
    const memory = openScreenMemory(file())
    for (let at = 0; at < mostQueries + 20; at += 1) keepQuery(memory, `search ${at}`)
    keepQuery(memory, 'x'.repeat(1_001))
    keepQuery(memory, '  ')
    expect(kept()).toHaveLength(mostQueries)
    expect(kept()[0]).toBe(`search ${mostQueries + 19}`)
    expect(withQuery(kept(), '')).toHaveLength(mostQueries)
  })

  it.each([
    ['is missing', null, []],
    ['is no JSON', '{"queries": ["a', []],
    ['has something else', '[1, 2]', []],
    ['has no list', '{"queries": "a"}', []],
    ['has other things in its list', '{"queries": ["a", 1, null, "", "b", "a", {"c": 1}]}', ['a', 'b']],
  ])('where their file %s', (_, text, expected) => {
    const memory = openScreenMemory(file())
    memory.write({})
    rmSync(file())
    if (text !== null) writeFileSync(file(), text)
    expect(kept()).toEqual(expected)
    keepQuery(memory, 'new')
    expect(kept()).toEqual(['new', ...expected])
    expect(() => JSON.parse(readFileSync(file(), 'utf8'))).not.toThrow()
  })
})

describe('Up', () => {
  const sitting = (): Sitting => {
    const begun = sitBefore([row('M001')])
    begun.state = withSession(begun.state, { queries: ['newest', 'older'] })
    return begun
  }
  const typed = ({ state: { overlay } }: Sitting) =>
    overlay.type === 'search' || overlay.type === 'filter' ? overlay.field.text : null

  it.each(['/', 'f'])('brings them back after %s, and Down goes on', (key) => {
    const asked = sitting().press(key, 'Up')
    expect(typed(asked)).toBe('newest')
    expect(typed(asked.press('Up', 'Up'))).toBe('older')
    expect(typed(asked.press('Down'))).toBe('newest')
    expect(typed(asked.press('Down'))).toBe('')
  })

  it.each(['/', 'f'])('has what was looked for by %s, which is kept', (key) => {
    const asked = sitting().press(key).type('from:critic ')
    asked
      .tell({ type: 'waited', name: 'search' })
      .answerList([row('M001')])
      .press('Enter')
    expect(asked.taken()).toContainEqual({ type: 'remember-query', query: 'from:critic' })
    expect(asked.state.session.queries).toEqual(['from:critic', 'newest', 'older'])
  })
})
