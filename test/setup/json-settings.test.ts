import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { isJsonObject } from '../../src/domain/json.ts'
import { codingAgents, type Tool } from '../../src/domain/setup-tools.ts'
import type { FileChange } from '../../src/setup/file-change.ts'
import { withValue } from '../../src/setup/json-edit.ts'
import { changesFor } from '../../src/setup/tools.ts'
import { proof, scaled } from '../support/scale.ts'
import { foreignJson, jsonWithOurs } from './random-json.ts'

const tried = scaled(250, 1000)

const around = {
  program: 'watchpost',
  store: null,
  agent: 'critic',
  signals: '',
  signal: '/s/critic',
  folder: '/project',
  home: '/home',
  codexFolder: '/home/.codex',
  tmuxFile: '',
  location: '/project/.watchpost',
  gitHooks: null,
  gitExclude: null,
  isPersonalIgnored: false,
  link: null,
  permissions: null,
  approvalsWait: 30_000,
}
const changesOf = (tool: Tool, remove: boolean, permissions: boolean | null = null) =>
  changesFor(tool, { ...around, permissions }, remove).filter(({ path }) => path.endsWith('.json'))

const read = (text: string) => parse(text, [], { allowTrailingComma: true })

/** Whether all bytes of one text are in the other one, in their order. */
function isKept(text: string, within: string): boolean {
  let at = 0
  for (const character of within) if (character === text[at]) at += 1
  return at === text.length
}

/** The lists, and objects, that permissions stand in. */
const places = {
  claude: [['permissions']],
  gemini: [['tools']],
  qwen: [['permissions']],
  opencode: [['permission'], ['permission', 'bash']],
} as const satisfies { [tool in Tool]?: readonly (readonly string[])[] }

it.each(Object.keys(places) as (keyof typeof places)[])(
  proof('permissions of %s leave every byte of others', tried, 'files'),
  (tool) => {
    const own = (path: string) => path.includes('.local.') || path.startsWith('/home')
    const [[setUp], [remove]] = [changesOf(tool, false, true), changesOf(tool, true)].map((changes) =>
      changes.filter(({ path }) => own(path)),
    ) as [[FileChange], [FileChange]]
    fc.assert(
      fc.property(foreignJson, ({ text }) => {
        const held = places[tool].map((place) =>
          place.reduce<unknown>((value, name) => (value as { [name: string]: unknown })?.[name], read(text)),
        )
        const others = held.filter((value) => value !== undefined && !isJsonObject(value))
        if (others.some((value) => tool !== 'opencode' || value !== 'allow')) {
          expect(() => setUp.change(text)).toThrow('not an object')
          return
        }
        // What is empty goes with what we put into it.
        fc.pre(held.every((value) => !isJsonObject(value) || Object.keys(value).length > 0))
        const once = setUp.change(text)
        expect(isKept(text, once)).toBe(true)
        expect(setUp.change(once)).toBe(once)
        expect(remove.change(once)).toBe(text)
      }),
      { numRuns: tried },
    )
  },
)

/** The settings files of a program, with the changes to each. */
const filesOf = (tool: Tool) => {
  const removals = changesOf(tool, true)
  return changesOf(tool, false).map(({ path, change: setUp }, at) => {
    const { change: remove } = removals[at] as (typeof removals)[number]
    return { path, setUp, remove }
  })
}

it.each([
  ['an item', '{ // why \n  "hooks": 1 }', '{ // why \n   }'],
  ['the last item', '{ "a": 1, // why \n  "hooks": 1 }', '{ "a": 1 // why \n   }'],
  ['the first item', '{ // why \n  "hooks": 1, "a": 1 }', '{ // why \n   "a": 1 }'],
  ['an item with a comment behind it', '{ // why \n  "hooks": 1 /* x */ }', '{ // why \n   /* x */ }'],
])('%s goes, and a line comment before it that ends with a space takes nothing in', (_, text, left) => {
  expect(withValue(text, ['hooks'], undefined)).toBe(left)
  expect(Object.keys(read(left))).toEqual(text.includes('"a"') ? ['a'] : [])
})

describe.each(codingAgents)('settings of %s', (tool) => {
  const files = filesOf(tool)

  it(proof('are byte for byte as they were, after setup, setup again and removal', tried, 'files'), () => {
    fc.assert(
      fc.property(foreignJson, fc.constantFrom(...files), ({ text }, { setUp, remove }) => {
        const once = setUp(text)
        expect(isKept(text, once)).toBe(true)
        expect(read(once)).toMatchObject({ model: read(text).model })
        expect(setUp(once)).toBe(once)
        expect(remove(once)).toBe(text)
        expect(remove(text)).toBe(text)
      }),
      { numRuns: tried },
    )
  })

  // Where we put no hooks, those that are there stay: the hooks of opencode are a file of their own.
  const ours = '{"hooks":{"Stop":[{"hooks":[{"command":"exec watchpost hook"}]}]}}'
  const withHooks = files.filter(({ remove }) => !remove(ours).includes('watchpost'))
  if (withHooks.length === 0) return

  it(proof('keep every value that is not ours, where they were set up before', tried, 'files'), () => {
    fc.assert(
      fc.property(jsonWithOurs, fc.constantFrom(...withHooks), ({ text, foreign }, { setUp, remove }) => {
        const once = setUp(text)
        expect(setUp(once)).toBe(once)
        for (const edited of [once, text]) expect(read(remove(edited))).toMatchObject(foreign)
      }),
      { numRuns: tried },
    )
  })
})
