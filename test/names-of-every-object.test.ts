import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillHandoff } from '../src/domain/handoff-templates.ts'
import { own } from '../src/domain/own.ts'
import { askedBy } from '../src/faces/hook/asked-event.ts'
import { readHookEvent } from '../src/faces/hook/hook-event.ts'
import { groupOfTool } from '../src/faces/mcp/tools.ts'
import { keyProblem } from '../src/faces/tui/commands/keys/remap.ts'
import { queryWords } from '../src/faces/tui/overlays/search/query-typing.ts'
import { offerLines } from '../src/faces/tui/overlays/time-offers.ts'
import { showsLinks } from '../src/faces/tui/terminal/shows-links.ts'
import { kindOf, problemOfType } from '../src/formats/cccc/content.ts'
import { type Desk, openDesk } from './support/cli.ts'

/** Plain indexing finds these in every object. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

let desk: Desk
beforeAll(() => {
  desk = openDesk(['al'])
})
afterAll(() => desk.close())

/** What a command line asks under a name, and the error for a name that is unknown. */
const asked: readonly (readonly [what: string, args: (name: string) => readonly string[], RegExp])[] = [
  ['a command', (name) => [name], /^watchpost: There is no command/u],
  ['the help of a command', (name) => ['help', name], /^watchpost: There is no command/u],
  ['a command of a group', (name) => ['agents', name], /^watchpost: There is no command agents/u],
  ['a command to describe', (name) => ['describe', name], /^watchpost: There is no command/u],
  ['a flag', (name) => ['send', 'al', `--${name}`, 'x'], /^watchpost: There is no flag/u],
  ['an agent', (name) => ['inbox', name], /^watchpost: There is no agent/u],
  ['a recipient', (name) => ['send', name, '-s', 's'], /^watchpost: There is no agent/u],
  ['a state to search', (name) => ['search', `is:${name}`], /^watchpost: is: does not accept/u],
  ['a kind to search', (name) => ['search', `kind:${name}`], /^watchpost: kind: does not accept/u],
  ['a kind', (name) => ['send', 'al', '-s', 's', '--kind', name], /^watchpost: --kind must be one of/u],
  ['a template', (name) => ['template', 'show', name], /^watchpost: There is no template/u],
  [
    'a handoff template',
    (name) => ['handoff', 'al', '-s', 's', '--template', name],
    /^watchpost: There is no handoff template/u,
  ],
  ['a format', (name) => ['export', 'out', '--format', name], /^watchpost: --format must be one of/u],
  ['a shell', (name) => ['completion', name], /^watchpost: SHELL must be one of/u],
  ['a tool to set up', (name) => ['setup', name], /^watchpost: TOOL must be one of/u],
  ['a group of tools', (name) => ['mcp', '--tools', name], /^watchpost: Unknown group of tools/u],
  ['a swarm', (name) => ['swarm', 'ping', name], /^watchpost: No swarm is registered as/u],
]

describe.each(names)('%s is unknown as', (name) => {
  test.each(asked)('%s', (_, args, error) => {
    const { code, err } = desk.run([...args(name), ...(args(name).includes('mcp') ? [] : ['--as', 'al'])])
    expect(err).toMatch(error)
    expect(code).not.toBe(0)
  })

  test.each([
    ['a setting', `${name}: x`, `unknown setting ${name}.`],
    ['a section', `${name}:\n  a: x`, `unknown setting ${name}.`],
    ['a setting of a section', `swarm:\n  ${name}: x`, `unknown setting swarm.${name}.`],
    ['a durability', `durability: ${name}`, `durability is ${name}.`],
  ])('%s', (_, text, error) => {
    writeFileSync(join(desk.store, 'config.yaml'), `${text}\n`)
    const { err } = desk.run(['inbox', '--as', 'al'])
    writeFileSync(join(desk.store, 'config.yaml'), '')
    expect(err).toContain(error)
  })
})

const roster = { agents: [] } as unknown as Parameters<typeof queryWords>[0]
const template = {
  name: 'own',
  about: '',
  next: '',
  priority: null,
  fields: [],
  body: ['{__proto__}{constructor}{toString}{hasOwnProperty}{valueOf}', 'kept'],
} as unknown as Parameters<typeof fillHandoff>[0]

/** What the program makes of text that others give: the same as of any word that it does not know. */
const looked: readonly (readonly [what: string, look: (name: string) => unknown])[] = [
  ['a table', (name) => own({ a: 1 }, name)],
  ['a hook event', (name) => readHookEvent(JSON.stringify({ hook_event_name: name })).moment],
  ['a notification of a hook', (name) => askedBy('Notification', { notification_type: name })],
  [
    'a key of a search that is typed',
    (name) => queryWords(roster, { text: `${name}:x`, at: name.length + 2 }).words,
  ],
  ['a key that is set', (name) => keyProblem(name)],
  [
    'a time that is typed',
    (name) => offerLines({ field: { text: name, at: 0 }, offers: { texts: [], known: {} } }, 0),
  ],
  ['a terminal', (name) => showsLinks({ TERM_PROGRAM: name })],
  ['a type of another system', (name) => [problemOfType(name), kindOf(name)]],
  ['a tool', (name) => groupOfTool(name)],
]

describe.each(names)('%s', (name) => {
  test.each(looked)('%s of this name is unknown', (_, look) => {
    const shown = (word: string) => JSON.stringify(look(word) ?? null).replaceAll(word, 'NAME')
    const stranger = 'n'.repeat(name.length)
    expect(shown(name)).toBe(shown(stranger))
  })
})

test('a place of a handoff template without a field stays empty', () => {
  expect(fillHandoff(template, []).body).toBe('kept')
})
