import type { ChildProcess } from 'node:child_process'
import { until } from './soon.ts'

/** Where a server listens, once it says so. */
export async function urlOf(server: ChildProcess): Promise<string> {
  let told = ''
  server.stderr?.setEncoding('utf8').on('data', (text: string) => (told += text))
  const url = () => /"url":"([^"]+)"/u.exec(told)?.[1]
  await until(() => url() !== undefined, 'the address of the server')
  return url() ?? ''
}
