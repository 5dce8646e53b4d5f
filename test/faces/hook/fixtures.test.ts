import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { harnesses } from '../../../src/domain/harness.ts'

const folder = fileURLToPath(new URL('./fixtures/', import.meta.url))
const read = (name: string) => JSON.parse(readFileSync(`${folder}${name}`, 'utf8'))

type Source = { readonly harness: string; readonly version: string; readonly page: string }
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
    const folders: Readonly<Record<string, string>> = { 'Claude Code': '.claude', 'Gemini CLI': '.gemini' }
    if (path !== '') expect(path).toContain(`/${folders[harness?.name ?? ''] ?? '.codex'}/`)
  })

  it.each(sources.map(([, source]) => source))(
    'docs/harnesses.md names $harness $version and its page',
    (source) => {
      const row = told.split('\n').find((line) => line.startsWith(`| ${source.harness} ${source.version} |`))
      expect(row).toContain(source.page)
      expect(row).toMatch(/\| no \|$/u)
    },
  )
})
