import type { CodingAgent, Tool } from '../domain/setup-tools.ts'
import { codexConfig } from './codex-config.ts'
import {
  claudeIgnored,
  claudePersonal,
  codexPollingText,
  cursorRule,
  geminiSettings,
  instructions,
  json,
  opencodePermissions,
  opencodeSettings,
  opencodeText,
  personalEnv,
  personalServer,
  pollingText,
  qwenSettings,
} from './coding-agents.ts'
import { defaultAgent } from './commands.ts'
import type { FileChange, Surroundings } from './file-change.ts'
import { variablesFile } from './guard.ts'
import { claudeHooks, codexHooks, copilotHooks, cursorHooks } from './hooks.ts'
import { opencodePlugin } from './opencode-plugin.ts'
import { piExtension } from './pi-extension.ts'
import { sharedServer } from './servers.ts'

/** A coding agent as `setup` knows it: all that differs between them is in its row. */
export type Program = {
  /** As `harnesses` calls it. */
  readonly name: string
  /** What is written; with `remove`, what undoes it. The script that hooks ask is everybody's. */
  readonly files: (around: Surroundings, remove: boolean) => readonly FileChange[]
  /** The person's file with the default agent: where in its JSON, or in its lines of variables. */
  readonly named: (around: Surroundings) => { readonly file: string; readonly at: readonly string[] | null }
  /** It runs hooks of ours, or a plugin in their place. */
  readonly isHooked: boolean
  /** What its files are written from. */
  readonly pages: Readonly<Record<string, string>>
}

const inEnv = (env: (around: Surroundings) => string) => ({
  named: (around: Surroundings) => ({ file: env(around), at: null }),
})

/** The environment of our server in a file of the person's. */
const inServer = (name: string) => ({
  named: ({ home }: Surroundings) => ({
    file: `${home}/${name}`,
    at: ['mcpServers', 'watchpost', 'env', defaultAgent],
  }),
})

const places = {
  copilot: '.copilot/mcp-config.json',
  cursor: '.cursor/mcp.json',
  kimi: '.kimi-code/mcp.json',
  pi: '.pi/agent/mcp.json',
}

/** A file of hooks alone, whose format has a number. */
const hooksAlone = { base: '{\n  "version": 1\n}\n', isFlat: true, server: undefined }

const envs = {
  codex: ({ codexFolder }: Surroundings) => `${codexFolder}/.env`,
  gemini: ({ home }: Surroundings) => `${home}/.gemini/.env`,
  qwen: ({ home }: Surroundings) => `${home}/.qwen/.env`,
  opencode: ({ home }: Surroundings) => `${home}/.config/opencode/.env`,
}

export const programs: Readonly<Record<CodingAgent, Program>> = {
  claude: {
    name: 'Claude Code',
    pages: { hooks: 'https://code.claude.com/docs/en/hooks', MCP: 'https://code.claude.com/docs/en/mcp' },
    files: (around, remove) => [
      json(around.folder, '.claude/settings.json', remove, {
        hooks: remove ? [] : claudeHooks(around),
        server: undefined,
      }),
      claudePersonal(around, remove),
      ...claudeIgnored(around, remove),
      json(around.folder, '.mcp.json', remove, { hooks: [], server: remove ? null : sharedServer }),
      instructions(around, 'CLAUDE.md', remove),
    ],
    named: ({ folder }) => ({ file: `${folder}/.claude/settings.local.json`, at: ['env', defaultAgent] }),
    isHooked: true,
  },
  codex: {
    name: 'Codex',
    pages: {
      hooks: 'https://developers.openai.com/codex/hooks',
      MCP: 'https://developers.openai.com/codex/mcp',
    },
    files: (around, remove) => [
      codexConfig(around, remove),
      personalEnv(around, envs.codex(around), remove),
      json(around.folder, '.codex/hooks.json', remove, {
        hooks: remove ? [] : codexHooks(around),
        server: undefined,
      }),
      instructions(around, 'AGENTS.md', remove, codexPollingText),
    ],
    ...inEnv(envs.codex),
    isHooked: true,
  },
  gemini: {
    name: 'Gemini CLI',
    pages: {
      hooks: 'https://geminicli.com/docs/hooks/reference',
      MCP: 'https://geminicli.com/docs/tools/mcp-server',
    },
    files: (around, remove) => [
      ...geminiSettings(around, remove),
      personalEnv(around, envs.gemini(around), remove),
      instructions(around, 'GEMINI.md', remove),
    ],
    ...inEnv(envs.gemini),
    isHooked: true,
  },
  qwen: {
    name: 'Qwen Code',
    pages: {
      hooks: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks',
      MCP: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp',
    },
    files: (around, remove) => [
      ...qwenSettings(around, remove),
      personalEnv(around, envs.qwen(around), remove),
      instructions(around, 'QWEN.md', remove),
    ],
    ...inEnv(envs.qwen),
    isHooked: true,
  },
  opencode: {
    name: 'opencode',
    pages: { plugins: 'https://opencode.ai/docs/plugins/', MCP: 'https://opencode.ai/docs/mcp-servers/' },
    files: (around, remove) => [
      ...opencodeSettings(around, remove),
      ...opencodePermissions(around, remove),
      opencodePlugin(around, remove),
      personalEnv(around, envs.opencode(around), remove),
      instructions(around, opencodeText, remove),
    ],
    ...inEnv(envs.opencode),
    isHooked: true,
  },
  copilot: {
    name: 'Copilot CLI',
    pages: {
      hooks: 'https://docs.github.com/en/copilot/reference/hooks-reference',
      MCP: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
    },
    files: (around, remove) => [
      json(around.folder, '.github/hooks/watchpost.json', remove, {
        ...hooksAlone,
        hooks: remove ? [] : copilotHooks(around),
      }),
      instructions(around, '.github/copilot-instructions.md', remove),
      personalServer(around, remove, places.copilot, { more: { type: 'local' }, keeps: ['tools'] }),
      personalEnv(around, variablesFile(around.home, 'copilot'), remove),
    ],
    ...inServer(places.copilot),
    isHooked: true,
  },
  cursor: {
    name: 'Cursor',
    pages: {
      hooks: 'https://cursor.com/docs/hooks',
      MCP: 'https://cursor.com/docs/mcp',
      rules: 'https://cursor.com/docs/rules',
    },
    files: (around, remove) => [
      json(around.folder, '.cursor/hooks.json', remove, {
        ...hooksAlone,
        hooks: remove ? [] : cursorHooks(around),
      }),
      cursorRule(around, remove),
      personalServer(around, remove, places.cursor, { more: { type: 'stdio' } }),
      personalEnv(around, variablesFile(around.home, 'cursor'), remove),
    ],
    ...inServer(places.cursor),
    isHooked: true,
  },
  kimi: {
    name: 'Kimi Code',
    pages: {
      MCP: 'https://moonshotai.github.io/kimi-code/en/customization/mcp',
      instructions: 'https://moonshotai.github.io/kimi-code/en/customization/agents',
    },
    files: (around, remove) => [
      instructions(around, '.kimi-code/AGENTS.md', remove),
      personalServer(around, remove, places.kimi, {
        keeps: ['enabled', 'startupTimeoutMs', 'toolTimeoutMs', 'enabledTools', 'disabledTools'],
      }),
    ],
    ...inServer(places.kimi),
    isHooked: false,
  },
  pi: {
    name: 'Pi',
    pages: {
      extensions: 'https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/extensions.md',
      MCP: 'https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/mcp.md',
    },
    files: (around, remove) => [
      piExtension(around, pollingText, remove),
      personalServer(around, remove, places.pi, {
        // Otherwise the model learns of our tools only inside of a script.
        more: { exposure: 'direct' },
        keeps: ['enabled', 'toolExposure', 'timeout'],
      }),
      personalEnv(around, variablesFile(around.home, 'pi'), remove),
    ],
    ...inServer(places.pi),
    isHooked: true,
  },
}

export function isCodingAgent(tool: Tool): tool is CodingAgent {
  return Object.hasOwn(programs, tool)
}
