import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtins } from '../../../src/faces/cli/builtin-commands.ts'
import { toolGroups } from '../../../src/faces/mcp/groups.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { type Connection, connectMcp } from '../../support/mcp-client.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic'], 'town')
})
afterAll(() => desk.close())

type Listed = Awaited<ReturnType<Connection['client']['listTools']>>['tools']

async function toolsOf(args: readonly string[] = []): Promise<Listed> {
  const { client } = await connectMcp(desk, { args })
  const { tools } = await client.listTools()
  await client.close()
  return tools
}
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe('the tools that are served by default', () => {
  let tools: Listed
  beforeAll(async () => {
    tools = await toolsOf()
  })

  test('are 16 at most, in 12,000 bytes at most', () => {
    expect(tools.length).toBeLessThanOrEqual(16)
    expect(bytes({ tools })).toBeLessThanOrEqual(12_000)
  })

  test('are what an agent calls all day', () => {
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['inbox', 'next', 'read', 'wait', 'send', 'reply', 'complete', 'fail', 'claim']),
    )
  })
})

describe('all tools', () => {
  let tools: Listed
  beforeAll(async () => {
    tools = await toolsOf(['--tools', 'all'])
  })

  /** One line a tool, so that a difference can be read; the digest covers every byte of the list. */
  test('are as they were', async () => {
    const lines = tools.map(({ name, title, description, inputSchema, annotations = {} }) => {
      const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: string[] }
      const words = Object.keys(properties).map((word) => (required.includes(word) ? `${word}!` : word))
      const hints = Object.entries(annotations).flatMap(([hint, holds]) => (holds ? [hint] : []))
      return `${name}(${words.join(', ')}) [${hints.join(' ')}] ${title}: ${description}`
    })
    const digest = createHash('sha256').update(JSON.stringify(tools)).digest('hex').slice(0, 16)
    await expect(`${lines.join('\n')}\nsha256 ${digest}\n`).toMatchFileSnapshot('__snapshots__/tools.txt')
  })

  test.each(['title', 'description', 'inputSchema', 'annotations'] as const)('have %s', (part) => {
    for (const tool of tools) expect(tool[part], tool.name).toBeTruthy()
  })

  test('have all four hints, and no schema of their results', () => {
    for (const { name, annotations, outputSchema } of tools) {
      expect(Object.keys(annotations ?? {}).sort(), name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ])
      expect(outputSchema, name).toBeUndefined()
    }
  })

  test('are told in words of tools: no flags, no commands', () => {
    for (const { name, ...listed } of tools) {
      const words = JSON.stringify(listed)
      expect(words, name).not.toMatch(/--[a-z]|watchpost |exit code|standard (?:in|out)put|\bflag/u)
    }
  })
})

describe('groups of tools', () => {
  test.each([
    ['queue', ['renew', 'release', 'queues'], ['debates', 'send_request']],
    ['debate', ['debates', 'debate', 'decisions'], ['queues']],
    ['queue, protocol', ['queues', 'send_request'], ['debates']],
  ])('%s', async (groups, served, others) => {
    const names = (await toolsOf(['--tools', groups])).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['inbox', 'send', ...served]))
    for (const other of others) expect(names).not.toContain(other)
  })

  test('a group brings its parameters to the tools that are served anyway', async () => {
    const parameters = async (args: readonly string[]) => {
      const send = (await toolsOf(args)).find(({ name }) => name === 'send')
      return Object.keys(send?.inputSchema.properties ?? {})
    }
    expect(await parameters([])).not.toContain('statement')
    expect(await parameters(['--tools', 'debate'])).toContain('statement')
  })

  test('one that does not exist is an error of the command line', () => {
    const { code, err } = desk.run(['mcp', '--as', 'critic', '--tools', 'queue,qeue'])
    expect([code, err]).toEqual([2, expect.stringContaining('qeue')])
    expect(err).toContain('debate')
  })

  test('are all named by the help of the command', () => {
    const { help = '' } = builtins.find(({ command }) => command === 'mcp')?.input['tools'] ?? {}
    for (const group of toolGroups.filter((one) => one !== 'core')) expect(help).toContain(group)
  })

  test('a tool that is not served names its group; a misspelled one the nearest', async () => {
    const { client } = await connectMcp(desk)
    await expect(client.callTool({ name: 'queues' })).rejects.toThrow('--tools queue')
    await expect(client.callTool({ name: 'send_request' })).rejects.toThrow('--tools protocol')
    await expect(client.callTool({ name: 'inbx' })).rejects.toThrow('Did you mean inbox?')
    await client.close()
  })
})
