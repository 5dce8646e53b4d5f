import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonObject } from '../../src/domain/json.ts'
import type { Body } from './mail-server.ts'
import { readPlainYaml } from './plain-yaml.ts'

const file = fileURLToPath(new URL('../fixtures/mail-2.0/openapi.yaml', import.meta.url))
const document = readPlainYaml(readFileSync(file, 'utf8')) as Body
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document as JsonObject, 'mail')

/** The paths of the protocol with their methods, as its document has them. */
export const contract: readonly { readonly method: string; readonly path: string }[] = Object.entries(
  document.paths as Record<string, Record<string, unknown>>,
).flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })))

const patterns = contract.map(({ method, path }) => ({
  method,
  path,
  fits: new RegExp(`^${path.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
}))

/** The path of the protocol that was asked; `null` for one that it does not have. */
export function pathOf(method: string, asked: string): string | null {
  const [bare = ''] = asked.split('?')
  return patterns.find((one) => one.method === method && one.fits.test(bare))?.path ?? null
}

/** What is wrong with an answer by the document of the protocol; nothing where all is well. */
export function flawsOf(method: string, asked: string, status: number, body: unknown): readonly string[] {
  const path = pathOf(method, asked)
  if (path === null) return [`${method} ${asked} is no path of the protocol`]
  const answers = document.paths[path][method.toLowerCase()].responses
  const answer = answers[status] ?? (status === 422 ? validation : null)
  // What the document leaves open has the one form that its reference gives to all errors.
  if (answer === null)
    return typeof (body as Body)?.detail === 'string' ? [] : ['an error without a sentence']
  const { $ref } = answer.content['application/json'].schema
  const check = ajv.getSchema(`mail${$ref}`)
  if (check === undefined) return [`there is no schema ${$ref}`]
  return check(body) === true ? [] : (check.errors ?? []).map((one) => `${one.instancePath} ${one.message}`)
}

const validation = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } },
}
