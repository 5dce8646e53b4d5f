import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formulaOf } from '../../src/dev/formula.mjs'
import { type Bill, readLock, shippedFindings } from '../../src/dev/shipped-packages.mjs'
import { programFile } from '../support/batch.ts'

const textIn = (name: string) => readFileSync(join(dirname(programFile), name), 'utf8')

describe('the bill of materials', () => {
  const bill = JSON.parse(textIn('watchpost.cdx.json')) as Bill
  const named = (scope: string) =>
    bill.components.filter((one) => one.scope === scope).map(({ name, version }) => `${name} ${version}`)

  test('has every package of the notices, which are what was bundled, and no other as a part', () => {
    const noted = textIn('THIRD-PARTY-NOTICES.txt').matchAll(/^(\S+ \d[\w.-]*) \([^)]+\)$/gmu)
    expect(named('required').toSorted()).toEqual([...new Set([...noted].map(([, one]) => one))].toSorted())
  })

  test.each(['fastify', 'ink', 'zod', 'pg', 'ws', 'age-encryption'])('has %s', (name) => {
    expect(bill.components.find((one) => one.name === name)).toMatchObject({ scope: 'required' })
  })

  test('has the driver that npm installs, and none of our tools', () => {
    expect(named('optional').map((one) => one.split(' ')[0])).toContain('better-sqlite3')
    for (const tool of ['vitest', 'typescript', 'rolldown'])
      expect(bill.components.map(({ name }) => name)).not.toContain(tool)
  })

  test('an audit counts findings in it alone, by version', () => {
    const lock = readLock()
    const finding = (name: string) => ({
      name,
      severity: 'high',
      nodes: [`node_modules/${name}`],
      via: [{ title: 'Bad', url: 'https://example.org/1' }],
    })
    const report = { vulnerabilities: { fastify: finding('fastify'), vitest: finding('vitest') } }
    const { version } = lock.packages['node_modules/fastify'] ?? {}
    expect(shippedFindings(report, lock, bill)).toEqual([
      `high: fastify@${version}: Bad https://example.org/1`,
    ])
    const older = { packages: { 'node_modules/fastify': { version: '1.0.0' } } }
    expect(shippedFindings(report, older, bill)).toEqual([])
  })
})

test('the formula of Homebrew has the digest of the file, and a description as its audit wants it', () => {
  const own = JSON.parse(readFileSync('package.json', 'utf8'))
  const formula = formulaOf(own, Buffer.from('abc'))
  expect(formula).toContain('sha256 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"')
  const [, described = ''] = /desc "(.*)"/u.exec(formula) ?? []
  expect(described).toMatch(/^[A-Z].{10,78}[^.]$/u)
  expect(described).not.toMatch(/^(?:The|An?) /u)
  expect(existsSync(own.man)).toBe(true)
})

describe('the workflows', () => {
  const folder = '.github/workflows'
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

  test.each(files)('%s names every action by its commit', (_name, text) => {
    const used = [...text.matchAll(/uses: (\S+)/gu)].map(([, action]) => action)
    expect(used.filter((action) => !/^[\w./-]+@[0-9a-f]{40}$/u.test(action ?? ''))).toEqual([])
  })

  test('a release has rights only where no code of ours or of packages runs', () => {
    const text = readFileSync(join(folder, 'release.yml'), 'utf8')
    const [build = '', publish = ''] = text.slice(text.indexOf('jobs:')).split(/^ {2}publish:/mu)
    expect(build).not.toMatch(/: write/u)
    expect(publish).toContain('id-token: write')
    expect(publish).not.toMatch(/checkout|npm (?:ci|install|run|test)|node /u)
    expect(publish).toContain('--ignore-scripts')
    expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./u)
  })
})
