"""Exceptions of pyatv, by their names."""


class NotSupportedError(NotImplementedError):
    pass


class ProtocolError(Exception):
    pass


class HttpError(ProtocolError):
    pass


def _plain(name):
    return type(name, (Exception,), {"__module__": __name__})


AuthenticationError = _plain("AuthenticationError")
BackOffError = _plain("BackOffError")
BlockedStateError = _plain("BlockedStateError")
CommandError = _plain("CommandError")
ConnectionFailedError = _plain("ConnectionFailedError")
ConnectionLostError = _plain("ConnectionLostError")
DeviceIdMissingError = _plain("DeviceIdMissingError")
InvalidConfigError = _plain("InvalidConfigError")
InvalidCredentialsError = _plain("InvalidCredentialsError")
InvalidResponseError = _plain("InvalidResponseError")
InvalidStateError = _plain("InvalidStateError")
NoCredentialsError = _plain("NoCredentialsError")
NoServiceError = _plain("NoServiceError")
OperationTimeoutError = _plain("OperationTimeoutError")
PairingError = _plain("PairingError")
