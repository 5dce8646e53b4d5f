// An MCP server with one tool, which asks its person a question by elicitation and returns the answer.
import { createInterface } from 'node:readline'

const tell = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const tool = { name: 'ask', description: 'Asks the person', inputSchema: { type: 'object', properties: {} } }
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'asker', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  ping: () => ({}),
}
const properties = { parser: { type: 'string', title: 'Parser', enum: ['Ours', 'Theirs'] } }
let call = null

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result } = JSON.parse(line)
  if (method === 'tools/call') {
    call = id
    const requestedSchema = { type: 'object', properties }
    tell({ id: 'asks', method: 'elicitation/create', params: { message: 'Which parser?', requestedSchema } })
  } else if (id === 'asks') {
    tell({ id: call, result: { content: [{ type: 'text', text: JSON.stringify(result ?? null) }] } })
  } else if (method in results) tell({ id, result: results[method](params) })
}
