import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'vitest'
import { programFile, quietEnvironment } from './batch.ts'
import type { Answer, Desk } from './cli.ts'

export const revisions = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof revisions)[number]

/** A real client of the program, over its standard input and output. */
export type Connection = {
  readonly client: Client
  readonly transport: StdioClientTransport
  /** What the program wrote on standard error. */
  readonly errors: () => string
}

type Options = {
  readonly as?: string | null
  readonly args?: readonly string[]
  readonly revision?: Revision
  readonly env?: Readonly<Record<string, string>>
}

export async function connectMcp(
  desk: Pick<Desk, 'folder'>,
  { as = 'critic', args = [], revision = '2025-11-25', env = {} }: Options = {},
): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programFile, 'mcp', ...(as === null ? [] : ['--as', as]), ...args],
    cwd: desk.folder,
    env: { ...(quietEnvironment() as Record<string, string>), HOME: desk.folder, ...env },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const client = new Client(
    { name: 'test', version: '0' },
    revision === '2026-07-28' ? { versionNegotiation: { mode: { pin: revision } } } : {},
  )
  await client.connect(transport)
  expect(client.getNegotiatedProtocolVersion()).toBe(revision)
  return { client, transport, errors: () => said }
}

export type Called = {
  readonly value: Answer
  readonly text: string
  readonly isError: boolean
}

/** Calls a tool: its structured value (or its error), and the text beside it. */
export async function callTool({ client }: Connection, name: string, args: object = {}): Promise<Called> {
  const result = await client.callTool({ name, arguments: { ...args } })
  const texts = (result.content as readonly { type: string; text: string }[]).map(({ text }) => text)
  const isError = result.isError === true
  return {
    value: isError ? JSON.parse(texts[0] ?? 'null') : result.structuredContent,
    text: texts.join('\n'),
    isError,
  }
}
