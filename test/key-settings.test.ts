import { describe, expect, it } from 'vitest'
import { keysOf } from '../src/entry/key-settings.ts'
import { keymap } from '../src/faces/tui/commands/index.ts'
import { profileNames, profiles } from '../src/faces/tui/commands/keys/profiles.ts'
import { actionsIn, keyProblem, remapped, together } from '../src/faces/tui/commands/keys/remap.ts'
import { clash, meaningOf, paneScopes } from '../src/faces/tui/keymap.ts'

const file = (text: string, path = 'config.yaml') => ({ path, text })
const means = (text: string, pane: keyof typeof paneScopes, ...typed: string[]) => {
  const meaning = meaningOf(paneScopes[pane], typed, keysOf([file(text)]))
  return meaning.type === 'command' ? meaning.binding.name : meaning.type
}

describe('keys in the settings', () => {
  it('are those of the table where nothing is said', () => {
    expect(keysOf([])).toBe(keymap)
    expect(keysOf([file('keys:\n'), file('durability: full\n')])).toBe(keymap)
  })

  it('take the place of an action’s own, and go before what they meant', () => {
    const text = 'keys:\n  mail:\n    archive: d\n  everywhere:\n    undo: ["g u", "Alt-z"]\n'
    expect(means(text, 'inbox', 'd')).toBe('archive')
    expect(means(text, 'inbox', 'e')).toBe('none')
    expect(means(text, 'inbox', 'g')).toBe('prefix')
    expect(means(text, 'inbox', 'g', 'u')).toBe('undo')
    expect(means(text, 'inbox', 'g', 'g')).toBe('top')
    expect(means(text, 'thread', 'Alt-z')).toBe('undo')
  })

  it('can be taken away, and one that begins another of the table drops out', () => {
    expect(means('keys:\n  mail:\n    archive: none\n', 'inbox', 'e')).toBe('none')
    expect(means('keys:\n  mail:\n    archive: e e\n', 'inbox', 'e')).toBe('prefix')
    expect(means('keys:\n  mail:\n    archive: "p p"\n', 'inbox', 'p')).toBe('prefix')
  })

  it.each([
    ['keys:\n  inbx:\n    archive: d', /config\.yaml:2: unknown setting keys\.inbx/u],
    ['keys:\n  mail:\n    archve: d', /config\.yaml:3: there is no action archve/u],
    ['keys:\n  mail:\n    ack: a\n    archive: Entr', /config\.yaml:4: unknown key Entr/u],
    ['keys:\n  mail:\n    archive: dd', /config\.yaml:3: unknown key dd\. Did you mean "d d"\?/u],
    ['keys:\n  mail:\n    archive: ctrl+K', /Did you mean C-k\?$/u],
    ['keys:\n  mail:\n    archive: <M-x>', /Did you mean Alt-x\?/u],
    ['keys:\n  mail:\n    archive: C-i', /terminals report C-i as Tab/u],
    ['keys:\n  mail:\n    archive: C-K', /terminals report C-K as C-k/u],
    [
      'keys:\n  everywhere:\n    leave: none\n    quit: none',
      /config\.yaml:4: no key is left to quit the inbox/u,
    ],
    ['keys:\n  profile: nano', /config\.yaml:2: unknown keys\.profile/u],
    ['keys: vim', /config\.yaml:1: keys is a block/u],
    [
      'keys:\n  mail:\n    archive: d\n    ack: d',
      /config\.yaml:3 and config\.yaml:4: d would mean archive/u,
    ],
    [
      'keys:\n  mail:\n    archive: d\n  everywhere:\n    undo: "d d"',
      /config\.yaml:3 and config\.yaml:5: d would/u,
    ],
  ])('are refused with their lines: %j', (text, sentence) => {
    expect(() => keysOf([file(text)])).toThrow(sentence)
  })

  it('are refused all at once, each with its file and line, and each remedy once', () => {
    const store =
      'keys:\n  profile: nano\n  mail:\n    archve: d\n    ack: [Entr, C-i]\n    pin: t\n    unread: t'
    const mine = 'keys:\n  inbx:\n    mark: x\n  everywhere:\n    undo: hm'
    try {
      keysOf([file(store, 'store.yaml'), file(mine, 'mine.yaml')])
      expect.unreachable()
    } catch (error) {
      const { message, hint } = error as { message: string; hint: string }
      const places = message.split('; ').map((sentence) => /^\S+:\d+/u.exec(sentence)?.[0])
      expect(places).toEqual([
        'store.yaml:2',
        'store.yaml:4',
        'store.yaml:5',
        'store.yaml:5',
        'mine.yaml:2',
        'mine.yaml:5',
        'store.yaml:6',
      ])
      expect(message).toContain('store.yaml:6 and store.yaml:7: t would mean pin in mail and unread in mail.')
      expect(hint.split('Write keys as in the help')).toHaveLength(2)
    }
  })

  it('are no conflict where they never meet', () => {
    expect(() => keysOf([file('keys:\n  inbox:\n    mark: t\n  thread:\n    fold: t')])).not.toThrow()
  })

  it('of the first file that says something count', () => {
    const keys = keysOf([
      file('keys:\n  mail:\n    ack: A', 'store'),
      file('keys:\n  mail:\n    ack: t\n    pin: i', 'user'),
    ])
    expect(meaningOf(paneScopes.inbox, ['A'], keys)).toMatchObject({ binding: { name: 'ack' } })
    expect(meaningOf(paneScopes.inbox, ['t'], keys).type).toBe('none')
    expect(meaningOf(paneScopes.inbox, ['i'], keys)).toMatchObject({ binding: { name: 'pin' } })
  })
})

describe.each(profileNames)('the profile %s', (name) => {
  const changes = Object.entries(profiles[name])

  it('names scopes, actions and keys that there are', () => {
    for (const [scope, actions] of changes)
      for (const [action, keys] of Object.entries(actions)) {
        expect(actionsIn(scope as never)).toContain(action)
        expect(keys.map(keyProblem).filter((problem) => problem !== null)).toEqual([])
      }
  })

  it('gives no key two meanings in one place', () => {
    const table = remapped(name, [])
    const clashes = table.flatMap((one, at) =>
      table
        .slice(at + 1)
        .filter(
          ({ scope, keys }) =>
            together(scope, one.scope) && keys.some((key) => one.keys.some((mine) => clash(mine, key))),
        )
        .map((other) => `${one.name} in ${one.scope}, ${other.name} in ${other.scope}`),
    )
    expect(clashes).toEqual([])
  })

  it('leaves every action a key', () => {
    const kept = new Set(remapped(name, []).map(({ scope, name }) => `${scope} ${name}`))
    expect(keymap.map(({ scope, name }) => `${scope} ${name}`).filter((one) => !kept.has(one))).toEqual([])
  })
})

it('calls each action of a scope by a name of its own', () => {
  const names = keymap.map(({ scope, name }) => `${scope} ${name}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
