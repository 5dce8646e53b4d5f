import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { harnesses } from '../../../src/domain/harness.ts'

const folder = fileURLToPath(new URL('./fixtures/', import.meta.url))
const read = (name: string) => JSON.parse(readFileSync(`${folder}${name}`, 'utf8'))

/** Written by hand from a page, or recorded by `npm run live -- --record` on a day. */
type Source = { readonly harness: string; readonly version: string } & (
  | { readonly page: string }
  | { readonly recorded: string }
)
const sources = Object.entries<Source>(read('versions.json'))
const told = readFileSync('docs/harnesses.md', 'utf8')

/** The longest beginning of its name decides. */
function sourceOf(name: string): Source | undefined {
  const fitting = sources.filter(([start]) => name.startsWith(start))
  return fitting.sort(([one], [other]) => other.length - one.length)[0]?.[1]
}

describe('the events of the tests', () => {
  const names = readdirSync(folder).filter((name) => name !== 'versions.json')

  it.each(names)('%s says where it comes from, and is of that coding agent', (name) => {
    const harness = harnesses.find((one) => one.name === sourceOf(name)?.harness)
    expect(harness?.name).toBeDefined()
    const path = String(read(name).transcript_path ?? '')
    const folders: Readonly<Record<string, string>> = {
      ...{ 'Claude Code': '.claude', 'Gemini CLI': '.gemini', 'Qwen Code': '.qwen' },
    }
    if (path !== '') expect(path).toContain(`/${folders[harness?.name ?? ''] ?? '.codex'}/`)
  })

  const pages = sources.flatMap(([, source]) => ('page' in source ? [source] : []))

  it.each(pages)('docs/harnesses.md names $harness and the page that $version was written from', (source) => {
    expect(told).toContain(`\` | ${source.harness} | `)
    expect(told).toContain(`(${source.page})`)
  })

  const recorded = sources.filter(([, source]) => 'recorded' in source)

  it.each(recorded)('%s was recorded, and names no folder of the machine that did', (name, source) => {
    expect(names).toContain(name)
    expect(source.version).toMatch(/^\d+\.\d+\.\d+/u)
    const paths =
      JSON.stringify(read(name)).match(/(?<![\w.~-])\/(?:tmp|root|home|var|work)\b[^"\\ ]*/gu) ?? []
    for (const path of paths) expect(path).toMatch(/^\/home\/dev(?:\/|$)/u)
  })
})
