import { errorCodes } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'

const error: JsonObject = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: errorCodes },
    message: { type: 'string' },
    hint: { type: 'string' },
  },
  required: ['code', 'message', 'hint'],
}

/** What the program's own commands print as JSON. */
export const programSchemas = {
  error: { type: 'object', properties: { error }, required: ['error'] },
  setUp: {
    type: 'object',
    properties: {
      tool: { type: 'string' },
      files: {
        type: 'array',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, diff: { type: 'string' } },
          required: ['path', 'diff'],
        },
      },
      written: { type: 'boolean' },
    },
    required: ['tool', 'files', 'written'],
  },
  initialised: {
    type: 'object',
    properties: {
      store: { type: 'string' },
      swarm: { type: ['string', 'null'] },
      created: { type: 'boolean' },
      person: { type: 'string' },
      trusted: { type: 'boolean' },
    },
    required: ['store', 'swarm', 'created', 'person', 'trusted'],
  },
  trustedStore: {
    oneOf: [
      {
        type: 'object',
        properties: {
          store: { type: 'string' },
          trusted: { type: 'boolean' },
          changed: { type: 'boolean' },
        },
        required: ['store', 'trusted', 'changed'],
      },
      {
        type: 'object',
        properties: {
          stores: {
            type: 'array',
            items: {
              type: 'object',
              properties: { store: { type: 'string' }, found: { type: 'boolean' } },
              required: ['store', 'found'],
            },
          },
        },
        required: ['stores'],
      },
    ],
  },
  batchLine: {
    type: 'object',
    properties: { command: { type: 'string' }, input: { type: 'object' }, as: { type: 'string' } },
    required: ['command'],
    additionalProperties: false,
  },
  batchAnswer: {
    oneOf: [
      { type: 'object', properties: { ok: { const: true }, value: {} }, required: ['ok', 'value'] },
      { type: 'object', properties: { ok: { const: false }, error }, required: ['ok', 'error'] },
    ],
  },
  /** With a command it has neither the errors nor their exit codes. */
  description: { type: 'object', required: ['version', 'commands', '$defs'] },
} as const satisfies JsonObject
