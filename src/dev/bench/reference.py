"""MAIL's reference server (1.3.6) for the bench: one agent within it that ends each task at once. It says on standard error where it is."""

import json
import logging
import socket
import sys
from uuid import uuid4

from mail.api import MAILAgentTemplate, MAILSwarmTemplate
from mail.core.tools import AgentToolCall
from mail.server import run_server_with_template


def ending(**_params):
    """The agent: it calls the tool that ends a task, with the answer, whatever it is told."""

    async def run(_history, _tool_choice):
        call = AgentToolCall(
            tool_name="task_complete",
            tool_args={"finish_message": "Done"},
            tool_call_id=f"call_{uuid4()}",
            completion={"role": "assistant", "content": ""},
        )
        return None, [call]

    return run


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def main():
    # What it logs would be work of its own.
    logging.disable(logging.CRITICAL)
    boss = MAILAgentTemplate(
        name="boss",
        factory=ending,
        comm_targets=["boss"],
        actions=[],
        agent_params={},
        enable_entrypoint=True,
        can_complete_tasks=True,
    )
    swarm = MAILSwarmTemplate(name="bench", version="1.3.6", agents=[boss], actions=[], entrypoint="boss")
    port = free_port()
    print(json.dumps({"url": f"http://127.0.0.1:{port}"}), file=sys.stderr, flush=True)
    run_server_with_template(swarm, port=port, host="127.0.0.1", print_llm_streams=False)


main()
