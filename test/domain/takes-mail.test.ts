import { expect, it } from 'vitest'
import { lineTakesMail, takesMail, toolOfOurs } from '../../src/domain/takes-mail.ts'
import { catalogue, loadOperation, operationNames } from '../../src/operations/catalogue.ts'

it.each([
  'watchpost next',
  'watchpost next --take --json',
  'watchpost --as critic --json inject --max-tokens 1500',
  'watchpost --store=/x next',
  'cd /shop && watchpost read Q8Y7D | head -5',
  'WATCHPOST_AGENT=critic /usr/local/bin/watchpost claim work',
  'npx --yes watchpost@1 next',
  'timeout 5 watchpost wait --take',
  'mail=$(watchpost next)',
  'if watchpost next; then echo x; fi',
  `bash -c "watchpost 'next'"`,
  'echo one\nwatchpost next',
  'node dist/watchpost.js next',
  'watchpost complete Q8Y7D --next --lease 5m',
  'watchpost fail Q8Y7D --next',
])('takes mail: %s', (line) => expect(lineTakesMail(line)).toBe(true))

it.each([
  'watchpost send critic -s next -b "watchpost next"',
  'watchpost reply Q8Y7D -b read',
  'watchpost inbox',
  'watchpost --as next inbox',
  'watchpost read Q8Y7D --peek',
  'watchpost wait --timeout 5m',
  'watchpost complete Q8Y7D',
  'watchpost fail Q8Y7D --reason next',
  'grep -rn "watchpost next" docs',
  `claude -p "Run 'watchpost next'"`,
  'cat watchpost next',
  'next',
  '',
])('takes none: %s', (line) => expect(lineTakesMail(line)).toBe(false))

it.each([
  ['mcp__watchpost__next', 'next'],
  ['mcp__plugin_watchpost_watchpost__read', 'read'],
  ['mcp_watchpost_claim', 'claim'],
  ['mcp__other__next', null],
  ['next', null],
])('knows a tool of ours: %s', (name, tool) => expect(toolOfOurs(name)).toBe(tool))

it('has a rule for all that holds mail until it is handed over, and for nothing else', async () => {
  for (const name of operationNames) {
    const operation = await loadOperation(name)
    const { command } = catalogue[name]
    const takes = takesMail(command, () => false) || takesMail(command, () => true)
    expect([command, takes]).toEqual([command, 'takes' in operation])
    if ('takes' in operation) expect(operation.takes).toBe(command)
    else expect(operation.yields).not.toBe('offer')
  }
})
