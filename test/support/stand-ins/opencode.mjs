// opencode's plugin context: loads a plugin, and calls one hook for each line that it reads.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [file, directory] = process.argv.slice(2)
const sessions = JSON.parse(process.env.SESSIONS ?? '{}')
const prompts = []
const client = {
  session: {
    get: async ({ path: { id } }) => ({ data: sessions[id] }),
    prompt: async (request) => {
      prompts.push(request)
      return { data: {} }
    },
  },
}
const { default: plugin } = await import(pathToFileURL(file).href)
const hooks = await plugin({ client, directory, worktree: directory })
const tell = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`)

for await (const line of createInterface({ input: process.stdin })) {
  const { hook, input, output } = JSON.parse(line)
  try {
    const called = hooks[hook](input, output)
    // opencode waits for no hook that hears of an event.
    if (hook !== 'event') await called
    tell({ output, prompts: prompts.splice(0) })
  } catch (error) {
    tell({ refused: error.message })
  }
}
