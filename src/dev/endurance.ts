import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { circumstances, writeBlock } from './bench/report.ts'

/** Where long proofs are; of these files only the tests that say how often they try are run. */
const proofs = [
  'test/crash',
  'test/fuzz',
  'test/faces/mail/killed-peer.test.ts',
  'test/faces/mail/killed-servers.test.ts',
  'test/faces/mail/isolation.test.ts',
  'test/formats',
  'test/referees',
  'test/setup/json-settings.test.ts',
  'test/e2e/traffic.test.ts',
  'test/domain/sanitize.test.ts',
  'test/faces/tui/terminal/keys.test.ts',
  'test/faces/tui/terminal/screen.test.ts',
  'test/store/counts.test.ts',
  'test/store/queue-model.test.ts',
  'test/store/search.test.ts',
  'test/store/sqlite.test.ts',
]

const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))

type Ran = {
  readonly title: string
  readonly ancestorTitles: readonly string[]
  readonly status: string
  readonly duration?: number | null
}
type RanFile = { readonly name: string; readonly status: string; readonly assertionResults: readonly Ran[] }
type Report = { readonly testResults: readonly RanFile[] }

/**
 * `npm run endurance [-- --write] [FILE…]`: the proofs of `npm test` in full, or those of some files. `--write` updates
 * docs/proved.md: the whole table, or the rows of those files.
 */
function endure(): number {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-endurance-'))
  try {
    const file = join(folder, 'report.json')
    const { status } = spawnSync(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...(chosen.length > 0 ? chosen : proofs),
        '-t',
        ' · [0-9]',
        ...settings(file),
      ],
      { stdio: 'inherit', env: { ...process.env, WATCHPOST_ENDURANCE: '1' } },
    )
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const rows = report.testResults.flatMap(ranIn).map(rowOf)
    const table = tableOf(chosen.length > 0 ? [...rowsBeside(rows), ...rows] : rows)
    console.log(table)
    if (process.argv.includes('--write')) writeBlock('docs/proved.md', 'endurance', table)
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that cannot even be loaded is a failure of its own. */
function ranIn({ name, status, assertionResults }: RanFile): readonly Ran[] {
  const ran = assertionResults.filter((one) => one.status === 'passed' || one.status === 'failed')
  const failed = ran.some((one) => one.status === 'failed')
  return status === 'passed' || failed
    ? ran
    : [...ran, { title: relative(process.cwd(), name), ancestorTitles: [], status: 'failed' }]
}

function settings(file: string): readonly string[] {
  const patience = '1800000'
  return [
    '--testTimeout',
    patience,
    '--hookTimeout',
    patience,
    '--reporter',
    'default',
    '--reporter',
    'json',
    '--outputFile.json',
    file,
  ]
}

function rowOf({ title, ancestorTitles, status, duration }: Ran): string {
  const [what = title, tried = ''] = title.split(' · ')
  const where = ancestorTitles.find((name) => /Unicode/u.test(name))
  const outcome = status === 'passed' ? 'holds' : 'FAILS'
  return `| ${what}${where === undefined ? '' : `, ${where}`} | ${tried} | ${outcome} | ${time(duration ?? 0)} |`
}

/** The rows of docs/proved.md that were not run now. */
function rowsBeside(rows: readonly string[]): readonly string[] {
  const whatOf = (row: string) => row.split(' | ')[0]
  const ran = new Set(rows.map(whatOf))
  const block = readFileSync('docs/proved.md', 'utf8').split('<!-- endurance -->')[1]?.split('<!--')[0] ?? ''
  const written = block.split('\n').filter((line) => line.startsWith('| '))
  return written.slice(2).filter((row) => !ran.has(whatOf(row)))
}

function tableOf(rows: readonly string[]): string {
  const caption = `\`npm run endurance -- --write\` wrote this table, last on ${circumstances()}; \`npm test\` runs a shorter cut of the same.`
  return [caption, '', '| what | tried | outcome | took |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function time(milliseconds: number): string {
  return `${Math.max(1, Math.round(milliseconds / 1_000))} s`
}

process.exitCode = endure()
