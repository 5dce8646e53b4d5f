import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/domain/json.ts'

/** Settings of a coding agent, as they are written by hand, and their value without what is ours. */
export type RandomJson = { readonly text: string; readonly foreign: JsonObject }

const scalars = fc.constantFrom<Json>(1, -0.5, true, null, 'x', 'watchpost', '// no comment', '', 'é"\\\n')
const values = fc.oneof(
  scalars,
  fc.array(scalars, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'hooks', 'b c'), scalars),
)
const events = ['SessionStart', 'PreToolUse', 'Stop', 'stop', 'BeforeTool', 'PreCompress', 'Other']

const own = { type: 'command', command: 'exec watchpost hook' }
const foreignHook = fc.constantFrom<Json>(
  { type: 'command', command: './say.sh' },
  { type: 'command', command: 'echo watchpost', timeout: 5 },
)
const group = fc.record(
  {
    matcher: fc.constantFrom('*', 'Bash', ''),
    hooks: fc.array(foreignHook, { minLength: 1, maxLength: 2 }),
    note: scalars,
  },
  { requiredKeys: ['hooks'] },
)
/** Some programs list the hooks themselves, and no groups of them. */
const listed = fc.oneof(group, foreignHook)
const hooks = fc.dictionary(fc.constantFrom(...events), fc.array(listed, { minLength: 1, maxLength: 2 }), {
  minKeys: 1,
})

/** Without empty objects and lists in the places that are ours: those go with what we put into them. */
const foreignSettings = fc.record(
  {
    model: scalars,
    permissions: values,
    permission: fc.constantFrom<Json>(
      'allow',
      'ask',
      { bash: 'allow' },
      { bash: 'ask' },
      { bash: { '*': 'ask' }, edit: 'deny' },
    ),
    hooks,
    mcp: fc.dictionary(fc.constantFrom('docs', 'x y'), values, { minKeys: 1 }),
    instructions: fc.array(fc.constantFrom('RULES.md', 'docs/*.md'), { minLength: 1, maxLength: 2 }),
    mcpServers: fc.dictionary(fc.constantFrom('docs', 'x y'), values, { minKeys: 1 }),
    env: fc.dictionary(fc.constantFrom('EDITOR', 'WATCHPOST_HOME'), fc.constant('x'), { minKeys: 1 }),
  },
  { requiredKeys: ['model'] },
)

/** White space and comments, as anybody may put them between two tokens. */
const gaps = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n',
  '\n    ',
  ' // why\n',
  ' // a space ends it \n',
  ' /* { */ ',
  '\n\t// "hooks": [\n\t',
  '\n\n',
)

/** How a text is laid out: gaps and trailing commas, in turns. */
type Layout = { readonly gaps: readonly string[]; readonly isTrailing: readonly boolean[] }
const layouts: fc.Arbitrary<Layout> = fc.record({
  gaps: fc.array(gaps, { minLength: 1, maxLength: 20 }),
  isTrailing: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
})

function written(value: Json, layout: Layout): string {
  let [gap, trailing] = [0, 0]
  const next = () => layout.gaps[gap++ % layout.gaps.length] ?? ''
  const list = (items: readonly (() => string)[]) => {
    const parts = items.map((item) => `${next()}${item()}${next()}`)
    const ending =
      items.length > 0 && layout.isTrailing[trailing++ % layout.isTrailing.length] ? `,${next()}` : ''
    return `${parts.join(',')}${ending}`
  }
  const write = (one: Json): string => {
    if (Array.isArray(one)) return `[${list(one.map((item: Json) => () => write(item)))}]`
    if (typeof one !== 'object' || one === null) return JSON.stringify(one)
    const members = Object.entries(one as JsonObject)
    return `{${list(
      members.map(
        ([key, item]) =>
          () =>
            `${JSON.stringify(key)}${next()}:${next()}${write(item)}`,
      ),
    )}}`
  }
  return next() + write(value) + next()
}

const printed = (value: Json, width: string, isEnded: boolean) =>
  JSON.stringify(value, null, width) + (isEnded ? '\n' : '')

const textOf = (value: Json) =>
  fc.oneof(
    layouts.map((layout) => written(value, layout)),
    fc
      .tuple(fc.constantFrom('  ', '    ', '\t', ''), fc.boolean())
      .map(([width, isEnded]) => printed(value, width, isEnded)),
  )

export const foreignJson: fc.Arbitrary<RandomJson> = foreignSettings.chain((foreign) =>
  textOf(foreign as JsonObject).map((text) => ({ text, foreign: foreign as JsonObject })),
)

/** With entries of an earlier setup in any places. */
export const jsonWithOurs: fc.Arbitrary<RandomJson> = fc
  .tuple(
    foreignSettings,
    fc.array(fc.tuple(fc.constantFrom(...events), fc.nat(3), fc.constantFrom('beside', 'alone', 'flat'))),
    fc.boolean(),
  )
  .chain(([foreign, entries, hasServer]) => {
    const settings = structuredClone(foreign) as {
      hooks?: { [event: string]: ({ hooks?: Json[] } | typeof own)[] }
      mcpServers?: { [name: string]: Json }
    }
    for (const [event, at, place] of entries) {
      settings.hooks ??= {}
      const groups = (settings.hooks[event] ??= [])
      const beside = groups[at % Math.max(1, groups.length)]
      const hooks = beside !== undefined && 'hooks' in beside ? beside.hooks : undefined
      if (place === 'beside' && hooks !== undefined) hooks.splice(at % (hooks.length + 1), 0, own)
      else groups.splice(at % (groups.length + 1), 0, place === 'flat' ? own : { hooks: [own] })
    }
    if (hasServer) settings.mcpServers = { watchpost: { command: 'old' }, ...settings.mcpServers }
    return textOf(settings as JsonObject).map((text) => ({ text, foreign: foreign as JsonObject }))
  })
